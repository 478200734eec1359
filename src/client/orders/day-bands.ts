import type { FrozenRule } from '../../shared/endpoints/orders.ts'

/** A stretch of one day under one rule, in hours from 0 to 24. */
export interface Stretch {
  from: number
  to: number
  rule: FrozenRule
}

/** The day as the rules divide it, in its order. A rule that runs past midnight makes two stretches; equal hours are the whole day. */
export function stretchesOf(rules: FrozenRule[]): Stretch[] {
  return rules
    .flatMap((rule) => spansOf(rule.start_hour, rule.end_hour).map(([from, to]) => ({ from, to, rule })))
    .sort((a, b) => a.from - b.from)
}

function spansOf(from: number, to: number): [number, number][] {
  if (from === to) return [[0, 24]]
  if (from < to) return [[from, to]]
  return to === 0
    ? [[from, 24]]
    : [
        [from, 24],
        [0, to],
      ]
}

/** Where a session lies on the day's ribbon, in hours of the site's clock: two frames when it runs past midnight. */
export function framesOf(startedAt: string, endedAt: string, timeZone: string): { from: number; to: number }[] {
  if (Date.parse(endedAt) - Date.parse(startedAt) >= 86_400_000) return [{ from: 0, to: 24 }]
  const from = hourOfDay(startedAt, timeZone)
  const to = hourOfDay(endedAt, timeZone)
  if (from <= to) return [{ from, to }]
  return [
    { from, to: 24 },
    { from: 0, to },
  ]
}

/** The hour of the day on a site's clock, minutes as its fraction. */
export function hourOfDay(at: string, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0)
  return part('hour') + part('minute') / 60
}
