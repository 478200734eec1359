import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from '@opentelemetry/api'

/**
 * Follows work from its beginning to its end, where a collector is set (OTEL_EXPORTER_OTLP_ENDPOINT): a few of all frames and requests, by chance.
 * Without one each function here does the work and nothing else. Attributes never hold what a pile or a person said: no card, no name, no address.
 */
export interface Traces {
  /** Something that begins; null where it is none of those that are followed. `at`: in epoch milliseconds. */
  begin(name: string, attributes: () => Attributes, at?: number): Span | null
  /** A part of it. */
  part(of: Span, name: string, attributes?: Attributes): Span
  /** What many wait for together: each of them leads to it, and it to them. */
  together(waiting: readonly Span[], name: string, attributes: Attributes): Span
  /** A part of what another node follows: a `traceparent` (W3C Trace Context). */
  partOfOther(parent: string, name: string, attributes?: Attributes): Span | null
}

export type { Span }

let traces: Traces | null = null
const current = new AsyncLocalStorage<Span | null>()

/** From here on work is followed; null: no more. */
export function followBy(given: Traces | null): void {
  traces = given
}

/** Begins to follow something, perhaps. Anyone who gets a span ends it. */
export const begun = (name: string, attributes: () => Attributes, at?: number): Span | null =>
  traces?.begin(name, attributes, at) ?? null

/** Does work as a part of this; null: as a part of nothing, whatever woke it. */
export const within = <T>(span: Span | null, work: () => T): T => (traces ? current.run(span, work) : work())

/** Does work as a part of what is under way, if that is followed. */
export function traced<T>(name: string, work: () => T, attributes?: Attributes): T {
  const parent = traces && current.getStore()
  return traces && parent ? toItsEnd(traces.part(parent, name, attributes), work) : work()
}

/** The same; where nothing is under way it may be followed by itself. */
export function tracedAnew<T>(name: string, work: () => T, attributes: Attributes = {}): T {
  if (!traces || current.getStore()) return traced(name, work, attributes)
  const span = traces.begin(name, () => attributes)
  return span ? toItsEnd(span, work) : work()
}

/** The same, as a part of what another node follows. */
export function continued<T>(parent: string | undefined, name: string, work: () => T, attributes?: Attributes): T {
  const span = traces && parent !== undefined ? traces.partOfOther(parent, name, attributes) : null
  return span ? toItsEnd(span, work) : work()
}

/** A wait that is a part of this one. */
export const waiting = (span: Span | null, name: string): Span | null => traces && span && traces.part(span, name)

/** Does what these wait for; their waits are over when it begins. */
export function together<T>(
  waits: readonly (Span | null | undefined)[],
  name: string,
  work: () => T,
  attributes: Attributes,
): T {
  if (!traces) return work()
  const followed = waits.flatMap((span) => span ?? [])
  if (!followed.length) return within(null, work)
  const span = traces.together(followed, name, attributes)
  for (const wait of followed) wait.end()
  return toItsEnd(span, work)
}

/** What is under way, for another node: a `traceparent`. */
export function parentNow(): string | undefined {
  const at = traces && current.getStore()?.spanContext()
  return at ? `00-${at.traceId}-${at.spanId}-01` : undefined
}

/** For a line of the log. */
export function traceOfLine(): { trace_id?: string; span_id?: string } {
  const at = traces && current.getStore()?.spanContext()
  return at ? { trace_id: at.traceId, span_id: at.spanId } : {}
}

/** SpanStatusCode.ERROR. */
const ERROR = 2

/** What an error says may quote what a pile or a person sent. */
export function failed(span: Span, error: unknown): void {
  span.setStatus({ code: ERROR })
  span.setAttribute('error.type', (error as Error | null)?.name ?? 'unknown')
}

function toItsEnd<T>(span: Span, work: () => T): T {
  try {
    const result = current.run(span, work)
    if (!(result instanceof Promise)) {
      span.end()
      return result
    }
    const fails = (error: unknown) => {
      failed(span, error)
      throw error
    }
    return result.catch(fails).finally(() => span.end()) as T
  } catch (error) {
    failed(span, error)
    span.end()
    throw error
  }
}
