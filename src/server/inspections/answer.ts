import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type CheckAnswer,
  type CheckAnswers,
  type CheckItem,
  fitsKind,
  isInspected,
  mergedAnswers,
  missingIn,
  wrongIn,
} from '../../shared/domain/inspection.ts'
import { timesOf } from '../../shared/domain/work-order.ts'
import type { answerInspection } from '../../shared/endpoints/inspections.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, wrongField } from '../kit/refusal.ts'
import { saidAt } from '../kit/said-at.ts'
import { followFindings } from './findings.ts'
import type { FindingAlarms } from './ports.ts'
import { skipOf } from './skipped.ts'

type Said = Parsed<typeof answerInspection>
type Db = Kysely<Database>
type Kept = Selectable<Database['inspection']>
type Order = Selectable<Database['work_order']>

/**
 * Takes what was found at a pile, or why it was not reached. The round, which is locked first, moves on with it, and alarms are raised and
 * closed by it. Needs `changed`, as it changes those too.
 */
export const answer =
  (alarms: FindingAlarms, changed: (entity: string, id: number) => void) =>
  async (said: Said, context: Context): Promise<Data<typeof answerInspection>> => {
    const { db } = context
    const { order, kept } = await lockedRound(db, said.id)
    const items = order.check_list?.items ?? []
    const answers = mergedAnswers(kept.answers, saidBy(said, items, order, context))
    const missing = missingIn(items, answers)
    const forgotten = missing.find((at) => !isTakenBack(answers[at], context))
    if (said.finished && forgotten !== undefined) throw wrongField(`answers.${forgotten}`, 'required')
    const isDone = missing.length === 0 && (said.finished || isInspected(kept.state))
    const latest = latestOf(answers)
    const skip = skipOf(said, { kept, since: Date.parse(order.created_at), latest, isDone }, context)
    const state = await keep(db, { order, kept, items, answers, skip, isDone })
    const isSkipMoved = skip.skipped_why !== kept.skipped_why
    if (state !== kept.state || isSkipMoved || order.state === 'planned')
      await moveRound(order, said.skipped ? skip.skipped_at : (latest?.at ?? null), context)
    const alarmed = isDone ? await followFindings(db, alarms, { kept, items, answers }) : []
    context.afterCommit(() => {
      changed('work_order', order.id)
      for (const id of alarmed) changed('alarm', id)
    })
    const now = await db.selectFrom('inspection').select('state').where('id', '=', kept.id).executeTakeFirstOrThrow()
    return { id: kept.id, state: now.state, answers, skipped_why: skip.skipped_why }
  }

/** Who finished a pile did not know of it: what they say is kept, and the pile stays open. */
const isTakenBack = (answer: CheckAnswer | undefined, { person }: Context) =>
  answer !== undefined && answer.by !== person.name

/** In the order in which a round that moves takes its piles along. */
async function lockedRound(db: Db, id: number): Promise<{ order: Order; kept: Kept }> {
  const order = await db
    .selectFrom('work_order')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('inspection').select('work_order_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst()
  const kept = await db.selectFrom('inspection').selectAll().where('id', '=', id).executeTakeFirst()
  if (!order || !kept) throw notFound()
  return { order, kept }
}

/** What was said, by the server's clock. A round is not older than itself. */
function saidBy({ answers }: Said, items: readonly CheckItem[], order: Order, context: Context): CheckAnswers {
  const said = Object.entries(answers).map(([at, { value, note, said_at }]): [string, CheckAnswer] => {
    const item = items[Number(at)]
    if (!item) throw wrongField(`answers.${at}`, 'unknown_field')
    if (!fitsKind(item, value)) throw wrongField(`answers.${at}`, item.kind === 'figure' ? 'not_a_number' : 'invalid')
    const moment = saidAt(said_at, context, Date.parse(order.created_at))
    return [at, { value, note, at: moment, by: context.person.name }]
  })
  return Object.fromEntries(said)
}

function latestOf(answers: CheckAnswers): CheckAnswer | null {
  const all = Object.values(answers).sort((one, other) => one.at.localeCompare(other.at))
  return all.at(-1) ?? null
}

interface Found {
  order: Order
  kept: Kept
  items: readonly CheckItem[]
  answers: CheckAnswers
  skip: ReturnType<typeof skipOf>
  isDone: boolean
}

async function keep(db: Db, { order, kept, items, answers, skip, isDone }: Found): Promise<Kept['state']> {
  const wrong = wrongIn(items, answers)
  const latest = latestOf(answers)
  const trouble = wrong.map((at) => [items[at]?.words, answers[at]?.note].filter(Boolean).join(': ')).join('\n')
  const { rows } = await sql<{ state: Kept['state'] }>`
    update inspection i set answers = ${JSON.stringify(answers)}::jsonb, trouble = ${trouble || null},
      state = ${isDone ? sql`${wrong.length > 0 ? 'not_ok' : 'ok'}` : sql`inspection_standing(w)`},
      skipped_why = ${skip.skipped_why}, skip_note = ${skip.skip_note}, skipped_at = ${skip.skipped_at}::timestamptz,
      skipped_by = ${skip.skipped_by}, inspected_at = ${isDone ? latest?.at : null}::timestamptz, inspected_by = ${isDone ? latest?.by : null}::text,
      version = i.version + 1, updated_at = now()
    from work_order w where w.id = ${order.id} and i.id = ${kept.id} returning i.state`.execute(db)
  return rows[0]?.state ?? kept.state
}

/** Under way with its first answer, done with its last pile, under way again where that is taken back; else it is as a person said. */
async function moveRound(order: Order, said_at: string | null, { db, person }: Context): Promise<void> {
  const counted = await db
    .selectFrom('inspection')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', 'in', ['ok', 'not_ok']).as('done'),
      fn.countAll<number>().filterWhere('state', '=', 'not_ok').as('failed'),
      fn.countAll<number>().filterWhere('skipped_why', 'is not', null).as('skipped'),
    ])
    .where('work_order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const [piles_done, piles_failed] = [Number(counted.done), Number(counted.failed)]
  const wasWhole = order.state === 'done' && order.piles_done === order.piles
  const isOpen = order.state === 'planned' || order.state === 'under_way' || wasWhole
  const state = isOpen ? (piles_done === order.piles ? 'done' : 'under_way') : order.state
  const at = said_at ?? new Date().toISOString()
  const piles_skipped = Number(counted.skipped)
  const moved = state !== order.state
  await db
    .updateTable('work_order')
    .set((eb) => ({
      ...{
        piles_done,
        piles_failed,
        piles_skipped,
        version: eb('version', '+', 1),
        updated_at: new Date().toISOString(),
      },
      ...(moved && { state, ...timesOf(state, at, order) }),
    }))
    .where('id', '=', order.id)
    .execute()
  if (!moved) return
  await db
    .insertInto('work_order_entry')
    .values({
      ...{ work_order_id: order.id, user_id: person.id, user_name: person.name, note: null, late: [], phone_at: null },
      ...{ set: JSON.stringify({ state }), said_at: at },
    })
    .execute()
}
