export interface GatewayLog {
  error(facts: object, message: string): void
  warn(facts: object, message: string): void
}

const EVERY_MS = 1_000

interface Said {
  until: number
  swallowed: number
}

/** Says the same thing once a second at most, and how often it was swallowed: a database that is away fails every call of every pile. */
export function quietLog(log: GatewayLog, now = Date.now): GatewayLog {
  const last = new Map<string, Said>()
  const once = (say: GatewayLog['error']) => (facts: object, message: string) => {
    const said = last.get(message)
    if (said && now() < said.until) {
      said.swallowed++
      return
    }
    last.set(message, { until: now() + EVERY_MS, swallowed: 0 })
    say(said?.swallowed ? { ...facts, swallowed: said.swallowed } : facts, message)
  }
  return {
    error: once((facts, message) => log.error(facts, message)),
    warn: once((facts, message) => log.warn(facts, message)),
  }
}
