// Podsecurity reads rendered manifests from standard input and prints what Kubernetes' own admission of the
// profile "restricted" finds at fault in their pods. It exits with 1 if there is anything, or no pod at all.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
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

func check(manifests io.Reader) ([]string, error) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil, err
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	var faults []string
	pods := 0
	documents := yaml.NewYAMLOrJSONDecoder(manifests, 4096)
	for {
		var deployment appsv1.Deployment
		if err := documents.Decode(&deployment); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return faults, err
		}
		if deployment.Kind != "Deployment" {
			continue
		}
		pods++
		template := deployment.Spec.Template
		for _, result := range evaluator.EvaluatePod(restricted, &template.ObjectMeta, &template.Spec) {
			if !result.Allowed {
				faults = append(faults, fmt.Sprintf("%s: %s: %s", deployment.Name, result.ForbiddenReason, result.ForbiddenDetail))
			}
		}
	}
	if pods == 0 {
		return faults, errors.New("no Deployment in the manifests")
	}
	return faults, nil
}
