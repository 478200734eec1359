import { ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Traces } from '../kit/tracing.ts'
import type { TraceSettings } from './watch-settings.ts'

/** Frames that one commit leads to; a commit holds up to 2,000. */
const MOST_LINKS = 128
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

interface Told {
  version: string
  /** This node's name. */
  node: string
}

/** Sends what is followed to a collector. Loaded only where one is set: nothing else imports it. */
export function otlpTraces({ url, headers, share }: TraceSettings, { version, node }: Told) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'chargedeck',
      'service.version': version,
      'service.instance.id': node,
    }),
    // Who is followed is decided when it begins, below: the others cost nothing at all.
    sampler: new AlwaysOnSampler(),
    spanLimits: { linkCountLimit: MOST_LINKS },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  })
  const tracer = provider.getTracer('chargedeck', version)
  const inside = (span: Span) => trace.setSpan(ROOT_CONTEXT, span)
  const traces: Traces = {
    begin: (name, attributes, at) =>
      Math.random() < share
        ? tracer.startSpan(
            name,
            { kind: SpanKind.SERVER, attributes: attributes(), ...(at !== undefined && { startTime: at }) },
            ROOT_CONTEXT,
          )
        : null,
    part: (of, name, attributes = {}) => tracer.startSpan(name, { attributes }, inside(of)),
    together(waiting, name, attributes) {
      const links = waiting.slice(0, MOST_LINKS).map((span) => ({ context: span.spanContext() }))
      const span = tracer.startSpan(name, { attributes, links }, ROOT_CONTEXT)
      const context = span.spanContext()
      for (const wait of waiting) wait.addLink({ context })
      return span
    },
    partOfOther(parent, name, attributes = {}) {
      const [, traceId, spanId] = PARENT.exec(parent) ?? []
      if (!traceId || !spanId) return null
      const at = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true })
      return tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, at)
    },
  }
  return { traces, stop: () => provider.shutdown() }
}
