import { type Kysely, sql } from 'kysely'
import type { Severity } from '../../shared/domain/alarm-codes.ts'
import { quietUntil } from '../../shared/domain/push.ts'
import type { PushChoices } from '../../shared/endpoints/push.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'

type Db = Kysely<Database>

/** Of anyone who chose nothing. */
const USUAL: PushChoices = { severities: ['critical', 'major'], quiet: null }

/** What people chose, by their identity. */
export async function choicesOf(db: Db, user_ids: readonly number[]): Promise<(user_id: number) => PushChoices> {
  if (!user_ids.length) return () => USUAL
  const kept = await db
    .selectFrom('notification_setting')
    .select(['user_id', 'push'])
    .where('user_id', 'in', user_ids)
    .execute()
  const chosen = new Map(kept.map(({ user_id, push }) => [user_id, push as Partial<PushChoices>]))
  return (user_id) => ({ ...USUAL, ...chosen.get(user_id) })
}

export async function keepChoices(db: Db, user_id: number, { severities, quiet }: PushChoices): Promise<void> {
  const push = JSON.stringify({ severities: [...new Set(severities)], quiet })
  await db
    .insertInto('notification_setting')
    // Anyone who chooses ways for to-dos later is told of what comes from then on: see there.
    .values({ user_id, ways: '{}', push, told_to: sql<number>`(select coalesce(max(id), 0) from matter)` })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ push }))
    .execute()
}

/** Until when a message waits by its person's quiet hours. */
export function waitsUntil({ quiet }: PushChoices, severity: Severity, at: number): string | undefined {
  if (!quiet || (quiet.but_critical && severity === 'critical')) return undefined
  const until = quietUntil(quiet, at)
  return until === null ? undefined : iso(until)
}
