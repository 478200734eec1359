import type { Maintenance } from './maintenance.ts'
import type { CallHandler, NewTelling, Pile } from './pile.ts'

/** A version of OCPP as a pile speaks it: what it tells, and how it answers the central system's calls, by action. */
export interface Version {
  telling: NewTelling
  commands(pile: Pile, maintenance: Maintenance): Record<string, CallHandler>
}
