{{- define "taash.labels" -}}
app.kubernetes.io/name: taash
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "taash.image" -}}
{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* All settings of the server: what the other values imply, overridden by `settings`. */ -}}
{{- define "taash.settings" -}}
{{- $implied := dict }}
{{- if .Values.stateKeys.enabled }}
{{- $_ := set $implied "TAASH_STATE_KEYS" "/etc/taash/keys/state-keys" }}
{{- $_ := set $implied "TAASH_REQUIRE_STATE_KEYS" "true" }}
{{- end }}
{{- if .Values.tls.enabled }}
{{- $_ := set $implied "TAASH_TLS_CERT" "/etc/taash/tls/tls.crt" }}
{{- $_ := set $implied "TAASH_TLS_KEY" "/etc/taash/tls/tls.key" }}
{{- if .Values.tls.requireClientCertificate }}
{{- $_ := set $implied "TAASH_TLS_CLIENT_CA" "/etc/taash/tls/ca.crt" }}
{{- end }}
{{- end }}
{{- merge dict .Values.settings $implied | toYaml }}
{{- end }}

{{- define "taash.spread" -}}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  nodeTaintsPolicy: Honor
  labelSelector:
    matchLabels:
      app.kubernetes.io/name: taash
  matchLabelKeys:
    - pod-template-hash
{{- end }}
{{- end }}

{{- define "taash.probe" -}}
grpc:
  port: 9464
  service: {{ .service }}
periodSeconds: {{ .period }}
timeoutSeconds: 2
failureThreshold: {{ .threshold }}
{{- end }}
