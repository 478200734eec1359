import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ProcessState } from '../kit/process-state.ts'

type Labels = Record<string, string>
/** One figure, or one for each of what its labels tell apart; nothing where it is not known. */
type Reading = number | readonly (readonly [labels: Labels, value: number])[] | null
type Read = () => Reading | Promise<Reading>

/** Where the parts of the server show their figures. Each is read when someone asks, so it costs nothing before. */
export interface Metrics {
  /** Only grows: frames received, logins refused. */
  counter(name: string, help: string, read: Read, labels?: readonly string[]): void
  /** What is so at this moment: piles connected. In base units: seconds, bytes, shares of 1. */
  gauge(name: string, help: string, read: Read, labels?: readonly string[]): void
  /** How what is measured spreads; what it gives takes one measurement. `buckets`: upper bounds. */
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void
  /** How much this process remembers of each thing. */
  remembers(states: readonly ProcessState[]): void
  /** Seconds that an answered request took. */
  request(method: string, route: string, status: number, seconds: number): void
  /** In Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'chargedeck_http_request_seconds',
    help: 'Requests answered, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    counter(name, help, read, labels = []) {
      new Counter({
        ...{ name: `chargedeck_${name}_total`, help, labelNames: [...labels], registers: [registry] },
        async collect() {
          const readings = await readingsOf(read)
          this.reset()
          for (const [given, value] of readings) this.inc(given, value)
        },
      })
    },
    gauge(name, help, read, labels = []) {
      new Gauge({
        ...{ name: `chargedeck_${name}`, help, labelNames: [...labels], registers: [registry] },
        async collect() {
          const readings = await readingsOf(read)
          this.reset()
          // Without labels a reset leaves a zero, which would be told of what is not known.
          if (!readings.length && !labels.length) this.remove()
          for (const [given, value] of readings) this.set(given, value)
        },
      })
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({
        ...{ name: `chargedeck_${name}`, help, buckets: [...buckets], registers: [registry] },
      })
      return (value) => histogram.observe(value)
    },
    remembers(states) {
      new Gauge({
        name: 'chargedeck_process_state',
        help: 'Entries that this process remembers beside the database',
        labelNames: ['what', 'kind'],
        registers: [registry],
        collect() {
          for (const { what, kind, size } of states) this.set({ what, kind }, size())
        },
      })
    },
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** What cannot be read is left out, and the other figures are told. */
async function readingsOf(read: Read): Promise<readonly (readonly [Labels, number])[]> {
  try {
    const reading = await read()
    if (reading === null) return []
    return typeof reading === 'number' ? [[{}, reading]] : reading
  } catch {
    return []
  }
}
