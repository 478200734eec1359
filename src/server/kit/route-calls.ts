import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Bus } from './bus.ts'
import { type ProcessState, told } from './process-state.ts'
import { ToldCounts } from './told-counts.ts'

/** A storm of addresses must not fill the memory; the oldest are forgotten first. */
const MOST = 20_000

/** As the plugin gives it, which its types do not say. */
interface Route {
  routeInfo?: { method: string | string[]; url: string }
}

interface Told {
  current: number
  /** Milliseconds until it is counted anew. */
  ttl: number
}

type Called = (key: string, length: number, most: number) => Told

interface Window {
  count: number
  from: number
}

/** How often each caller called each route that is limited, at all nodes together. */
export class RouteCalls {
  readonly #windows = new Map<string, Window>()
  readonly #told: ToldCounts
  readonly #clock: () => number
  readonly state: ProcessState = told('route_calls', () => this.#windows.size)

  /** `clock`: in milliseconds; one that nobody sets. */
  constructor(bus: Bus, clock = () => performance.now()) {
    this.#clock = clock
    this.#told = new ToldCounts(bus, 'route_calls', (line, count) => {
      const [, length, key] = /^(\d+) (.*)$/s.exec(line) ?? []
      if (key !== undefined) this.#add(key, Number(length), count)
    })
  }

  /** What @fastify/rate-limit counts by. */
  get store(): FastifyRateLimitStoreCtor {
    const called: Called = (...call) => this.#called(...call)
    return class Store implements FastifyRateLimitStore {
      readonly #route: string

      constructor(options: object) {
        this.#route = routeOf(options)
      }

      incr(who: string, answer: (error: null, told: Told) => void, length: number, most: number): void {
        answer(null, called(`${this.#route} ${who}`, length, most))
      }

      child(options: object): FastifyRateLimitStore {
        return new Store(options)
      }
    }
  }

  /** Beyond what is allowed a call is told to nobody: a flood costs the other nodes nothing. */
  #called(key: string, length: number, most: number): Told {
    const { count, from } = this.#add(key, length, 1)
    if (count <= most) this.#told.counted(`${length} ${key}`)
    return { current: count, ttl: length - (this.#clock() - from) }
  }

  #add(key: string, length: number, more: number): Window {
    const now = this.#clock()
    const before = this.#windows.get(key)
    const isOpen = before !== undefined && now - before.from < length
    const window = isOpen ? { count: before.count + more, from: before.from } : { count: more, from: now }
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > MOST && oldest !== undefined) this.#windows.delete(oldest)
    return window
  }
}

const routeOf = ({ routeInfo }: Route): string => (routeInfo ? `${String(routeInfo.method)} ${routeInfo.url}` : '')
