{{- define "chargedeck.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "chargedeck.labels" -}}
{{ include "chargedeck.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "chargedeck.selector" -}}
app.kubernetes.io/name: chargedeck
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The port of piles with certificates; empty where there is none. */}}
{{- define "chargedeck.pileTls" -}}
{{- with int .Values.settings.OCPP_TLS_PORT }}{{ . }}{{ end -}}
{{- end -}}

{{/* A setting as text: bare numbers arrive as floats, and a large one would be written 1e+07. */}}
{{- define "chargedeck.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . | toString | quote }}{{ else }}{{ toString . | quote }}{{ end -}}
{{- end -}}
