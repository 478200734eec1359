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
