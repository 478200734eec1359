import { count, flag, hour, percent } from '../kit/fields.ts'
import type { PileCommand } from './declare.ts'

/** With what care many piles are asked; what is left empty is as usual. */
export const RULES = {
  /** How long a pile that cannot be asked now is waited for; 0: now or never. */
  wait_hours: count({ optional: true, most: 2_160, initial: 24, unit: 'h' }),
  idle_only: flag({ initial: false }),
  at_once: count({ optional: true, min: 1, most: 500, initial: 50 }),
  /** How often a pile is asked that gives no answer. */
  tries: count({ optional: true, min: 1, most: 10, initial: 3 }),
  /** So many first; the rest when they are well. */
  pilot: count({ optional: true, min: 1, most: 1_000 }),
  /** A greater share of failures stops it. */
  stop_percent: percent({ optional: true }),
  /** Both or none; in each site's own time, the second not included. */
  window_from: hour({ optional: true }),
  window_to: hour({ optional: true }),
}
export type RuleName = keyof typeof RULES

/** What a caller said of the rules. */
export type SaidRules = { [N in RuleName]?: (N extends 'idle_only' ? boolean : number) | null | undefined }

/** The command as it is given to many piles: its rules are filled in with it. */
export const forMany = (command: PileCommand): PileCommand => ({ ...command, fields: { ...command.fields, ...RULES } })

/** Both hours or none are said, and not the same. */
export function isWholeWindow({ window_from, window_to }: SaidRules): boolean {
  const from = window_from ?? null
  const to = window_to ?? null
  return (from === null) === (to === null) && (from === null || from !== to)
}

/** The rules that were said, as campaigns take them; the rest is as usual. */
export function rulesOf({ window_from, window_to, ...said }: SaidRules) {
  const rules = Object.fromEntries(Object.entries(said).filter(([, value]) => (value ?? null) !== null)) as {
    [N in Exclude<RuleName, 'window_from' | 'window_to'>]?: N extends 'idle_only' ? boolean : number
  }
  if (typeof window_from !== 'number' || typeof window_to !== 'number') return rules
  return { ...rules, window: { from: window_from * 60, to: window_to * 60 } }
}
export type GivenRules = ReturnType<typeof rulesOf>
