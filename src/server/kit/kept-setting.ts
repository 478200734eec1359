import { sql } from 'kysely'
import type { ToldFacts, ToldOfKey } from '../../shared/domain/configuration-keys.ts'

/** A setting as its row has it. */
interface KeptSetting extends Omit<ToldFacts, 'type'> {
  read_only: boolean
  write_only: boolean
  /** Null where its pile did not say what its values are. */
  type: ToldFacts['type'] | null
}

/** What the setting `s` says. Of a variable that counts entries it is how many there may be, which is its limit (OCPP 2.0.1, part 2, appendix 3). */
export const saidOrMost = sql<string | null>`
  case when lower(s.variable) = 'entries' then s.maximum::bigint::text else s.value end`

/** What its pile said of it. */
export const toldOf = ({ read_only, write_only, type, ...facts }: KeptSetting): Required<ToldOfKey> => ({
  ...{ read_only, write_only },
  facts: type === null ? null : { type, ...facts },
})
