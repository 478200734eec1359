import * as z from 'zod/mini'

/** How the server is seen from outside. */
export const watchShape = {
  METRICS_TOKEN: {
    takes: '16 to 200 characters without spaces, shown as a Bearer token',
    schema: z.optional(z.string().check(z.regex(/^\S{16,200}$/))),
    secret: true,
  },
  METRICS_FROM: {
    takes:
      'addresses or networks such as 10.0.0.5, 10.1.0.0/24, separated by commas, from which /metrics is seen without a token',
    schema: z.optional(z.string()),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    takes: 'the address of an OpenTelemetry collector that takes OTLP by HTTP, such as http://10.0.0.9:4318',
    schema: z.optional(z.url({ protocol: /^https?$/ })),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    takes: 'what that collector asks for: name=value, separated by commas',
    schema: z.optional(z.string().check(z.regex(/^[\w-]+=[^,\s]+(,[\w-]+=[^,\s]+)*$/))),
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    takes: 'the share of frames and requests that are followed, 0 to 1',
    schema: z.pipe(
      z._default(z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/)), '0.1'),
      z.transform((share: string) => Number(share)),
    ),
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

export interface TraceSettings {
  url: string
  headers: Record<string, string>
  /** Of 1. */
  share: number
}

type Values = { [N in keyof typeof watchShape]: z.output<(typeof watchShape)[N]['schema']> }

/** Null where nothing is followed. */
export function tracesIn(values: Values): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = values
  if (!endpoint) return null
  const given = headers.split(',').flatMap((pair) => (pair ? [pair.split(/=(.*)/s).slice(0, 2)] : []))
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(given) as Record<string, string>,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  }
}
