import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ProcessState } from '../kit/process-state.ts'

/** Where the parts of the server show their figures. Each is read when someone asks, so it costs nothing before. */
export interface Metrics {
  /** Only grows: frames received, logins refused. */
  counter(name: string, help: string, read: () => number): void
  /** What is so at this moment: piles connected. */
  gauge(name: string, help: string, read: () => number): void
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
    counter(name, help, read) {
      new Counter({
        name: `chargedeck_${name}_total`,
        help,
        registers: [registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    gauge(name, help, read) {
      new Gauge({
        name: `chargedeck_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
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
