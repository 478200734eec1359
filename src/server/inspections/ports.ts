import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** An item of a pile, and when it was looked at (epoch ms). */
interface LookedAt {
  pile_id: number
  /** By its words: lists that ask the same mean the same. */
  check_item: string
  at: number
}

/** What inspections need of alarms, within their own transaction. Each answers which alarms show something else now. */
export interface FindingAlarms {
  found(db: Kysely<Database>, finding: LookedAt & { message: string }): Promise<number[]>
  allRight(db: Kysely<Database>, item: LookedAt): Promise<number[]>
}
