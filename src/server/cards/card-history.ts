import { sql } from 'kysely'
import type { CardEvent, cardHistory } from '../../shared/endpoints/cards.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context, Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound } from '../kit/refusal.ts'
import { placesOf } from './card-places.ts'
import { runningOn } from './running.ts'

/** As many as anyone reads; a card changes hands a few times in its life. */
const MOST = 200

interface Entry {
  at: string
  action: string
  by: string | null
  before: Values | null
  after: Values | null
}

type Values = Readonly<Record<string, unknown>>
type Customers = ReadonlyMap<number, string>

/** Reads a card's story out of the audit, so that it tells what happened by whatever call. */
export async function historyOf(
  { id }: Parsed<typeof cardHistory>,
  { db, person }: Context,
): Promise<Data<typeof cardHistory>> {
  const card = await db.selectFrom('card').select(['number', 'created_at']).where('id', '=', id).executeTakeFirst()
  if (!card) throw notFound()
  const { rows } = await sql<Entry>`
    select a.created_at as at, a.action, coalesce(u.name, a.user_name) as by, a.before, a.after
    from audit_entry a left join users u on u.id = a.user_id
    where a.entity = 'card' and a.entity_id = ${id} order by a.id desc limit ${MOST}`.execute(db)
  const customers = await customersIn({ db, person }, rows)
  const events = rows.flatMap((entry) => eventOf(entry, customers))
  // Cards of a sheet or of an older system were made by no call.
  if (rows.length < MOST && !events.some(({ what }) => what === 'made'))
    events.push({ ...NOTHING, at: card.created_at, what: 'made' })
  const places = await placesOf({ db, person }, card.number)
  return { running: (await runningOn(db, card.number)).length, events, ...places }
}

const NOTHING = { by: null, customer: null, reason: null, remark: null }

async function customersIn({ db, person }: Looking, entries: readonly Entry[]): Promise<Customers> {
  const ids = entries.flatMap(({ before, after }) => [before?.customer_id, after?.customer_id]).filter(isNumber)
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'account'])
    .where('id', 'in', ids)
    .where(reached(person, 'customer', 'customer'))
    .execute()
  const erased = person.reach === null ? ids.map((id) => [id, `#${id}`] as const) : []
  return new Map([...erased, ...rows.map(({ id, account }) => [id, account] as const)])
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function eventOf({ at, action, by, before, after }: Entry, customers: Customers): CardEvent[] {
  const what = kindOf(action, before, after)
  if (!what) return []
  const id = what === 'taken_back' ? before?.customer_id : after?.customer_id
  const title = isNumber(id) ? customers.get(id) : undefined
  const customer = isNumber(id) && title !== undefined ? { id, title } : null
  const reason = what === 'blocked' ? ((after?.block_reason as CardEvent['reason']) ?? null) : null
  return [{ at, what, by, customer, reason, remark: textOf(after?.remark) }]
}

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : null)

function kindOf(action: string, before: Values | null, after: Values | null): CardEvent['what'] | null {
  if (action === 'create' || (before === null && after && 'number' in after)) return 'made'
  if (action === 'archive') return 'archived'
  if (action === 'restore') return 'restored'
  if (after && 'customer_id' in after && before) return after.customer_id === null ? 'taken_back' : 'allocated'
  if (after && 'status' in after && before) return after.status === 'blocked' ? 'blocked' : 'unblocked'
  if (before && after && 'block_reason' in after) return after.block_reason === null ? 'unblocked' : 'blocked'
  return before && after && Object.keys(after).length ? 'changed' : null
}
