import { count, flag } from '../kit/fields.ts'
import type { PileCommand } from './declare.ts'

/** With what care many piles are given a command; what is left empty is as usual. */
const RULES = {
  /** How long a pile that cannot be asked now is waited for; 0: now or never. */
  wait_hours: count({ optional: true, most: 2_160, initial: 24, unit: 'h' }),
  at_once: count({ optional: true, min: 1, most: 500, initial: 50 }),
  idle_only: flag({ initial: false }),
}

/** The command as it is given to many piles: its rules are filled in with it. */
export const forMany = (command: PileCommand): PileCommand => ({ ...command, fields: { ...command.fields, ...RULES } })
