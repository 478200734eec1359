import { type Kysely, sql } from 'kysely'
import { inFull } from '../../../shared/domain/card-list.ts'
import type { Intent } from '../../../shared/domain/intent.ts'
import type { Database } from '../../kit/database/tables.ts'
import { planOf } from './list-plan.ts'

type Db = Kysely<Database>
interface Target {
  pile_id: number
}

/** What it is called among commands and campaigns. */
export const SEND = 'update_card_list' as const

/** How campaigns give piles all of their list: the first call empties what was there, the rest follows by itself (`list-keeper.ts`). */
export const listWork = {
  action: SEND,
  holds: 'answer' as const,
  repeatable: true,
  async intentOf({ pile_id }: Target, _: object, db: Db): Promise<Intent | { impossible: string }> {
    const [list, plan] = await Promise.all([listOf(db, pile_id), planOf(db, pile_id)])
    if (!list || !plan) return { impossible: 'no_card_list' }
    const [first] = inFull(plan.wanted, plan.limits)
    const version = Math.max(list.version, list.told_version ?? 0) + 1
    return { ask: 'update_card_list', version, full: true, cards: first?.cards ?? [] }
  },
  async done({ pile_id }: Target, _: object, db: Db): Promise<void> {
    await sql`
      update card_list set full_due = false, ask_due = true, state = 'behind', sent_at = now(), send_after = null,
        version = version + 1, updated_at = now() where pile_id = ${pile_id}`.execute(db)
  },
}

const listOf = (db: Db, pile_id: number) =>
  db
    .selectFrom('card_list as c')
    .leftJoin('local_list as l', 'l.pile_id', 'c.pile_id')
    .select(['c.told_version', sql<number>`coalesce(l.version, 0)`.as('version')])
    .where('c.pile_id', '=', pile_id)
    .executeTakeFirst()
