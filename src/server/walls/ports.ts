import type { Kysely } from 'kysely'
import type { Placed } from '../../shared/widgets/layout.ts'
import type { Database } from '../kit/database/tables.ts'

/** What screens on walls need of the operator. */
export interface WallPorts {
  /** The dashboard of everybody, or one that is kept for a role; null where there is none. */
  layoutOf(db: Kysely<Database>, whose: 'everybody' | { role_id: number }): Promise<Placed[] | null>
  /** Of the console that this server serves. */
  version: string
  changed(entity: string, id: number): void
}
