// Admission reads rendered manifests from standard input and prints what would be found at fault in them by code that
// decides on it in a cluster: Kubernetes' own check of pods by the profile "restricted", and the types of the Prometheus
// Operator and of the Gateway API, which have no schema that other tools know. It exits with 1 if anything is at fault, or if there was nothing
// that it knows how to check.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	faults, err := check(os.Stdin)
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || len(faults) > 0 {
		os.Exit(1)
	}
}

// check returns the faults of a stream of YAML documents.
func check(manifests io.Reader) ([]string, error) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil, err
	}
	var faults []string
	checked := 0
	documents := utilyaml.NewYAMLReader(bufio.NewReader(manifests))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return faults, err
		}
		var what metav1.PartialObjectMetadata
		if err := yaml.Unmarshal(document, &what); err != nil {
			return faults, err
		}
		var typed any
		switch what.Kind {
		case "Deployment":
			typed = &appsv1.Deployment{}
		case monitoringv1.PodMonitorsKind:
			typed = &monitoringv1.PodMonitor{}
		case monitoringv1.PrometheusRuleKind:
			typed = &monitoringv1.PrometheusRule{}
		case "GRPCRoute":
			typed = &gatewayv1.GRPCRoute{}
		default:
			continue
		}
		checked++
		if err := yaml.UnmarshalStrict(document, typed); err != nil {
			faults = append(faults, fmt.Sprintf("%s %s: %v", what.Kind, what.Name, err))
		}
		if deployment, ok := typed.(*appsv1.Deployment); ok {
			for _, fault := range restricted(evaluator, deployment) {
				faults = append(faults, fmt.Sprintf("%s %s: %s", what.Kind, what.Name, fault))
			}
		}
	}
	if checked == 0 {
		return faults, errors.New("nothing to check in these manifests")
	}
	return faults, nil
}

// restricted returns what a namespace that enforces the profile would refuse the pods for.
func restricted(evaluator policy.Evaluator, deployment *appsv1.Deployment) []string {
	profile := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	template := &deployment.Spec.Template
	var faults []string
	for _, result := range evaluator.EvaluatePod(profile, &template.ObjectMeta, &template.Spec) {
		if !result.Allowed {
			faults = append(faults, result.ForbiddenReason+": "+result.ForbiddenDetail)
		}
	}
	return faults
}
