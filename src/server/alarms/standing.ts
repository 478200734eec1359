import type { Kysely } from 'kysely'
import type { AlarmKind } from '../../shared/entities/alarm.ts'
import type { Database } from '../kit/database/tables.ts'
import type { AlarmBook } from './alarm-book.ts'

/** What is wrong now. */
export interface Wrong {
  /** None: it is of the network itself. */
  pile_id: number | null
  connector_number: number | null
  order_id?: number
  message: string
  /** Since when (epoch ms). */
  at: number
}

export interface StandingPorts {
  db: Kysely<Database>
  alarms: Pick<AlarmBook, 'raise' | 'raiseOwn' | 'clearThese'>
}

type Kind = Extract<AlarmKind, 'order' | 'storage' | 'certificate'>

const keyOf = ({ pile_id, connector_number, order_id }: Pick<Wrong, 'pile_id' | 'connector_number' | 'order_id'>) =>
  order_id === undefined ? `place ${pile_id} ${connector_number}` : `order ${order_id}`

/**
 * Has one alarm of a code for each thing that is wrong now: raises what is new, closes what is over. One that a person has answered is not
 * raised again while its cause lasts.
 */
export async function keepStanding(
  { db, alarms }: StandingPorts,
  { code, kind }: { code: string; kind: Kind },
  wrong: readonly Wrong[],
): Promise<void> {
  const lasting = await db
    .selectFrom('alarm')
    .select(['id', 'pile_id', 'connector_number', 'order_id'])
    .where('code', '=', code)
    .where('cleared_at', 'is', null)
    .execute()
  const now = new Set(wrong.map(keyOf))
  const before = new Set<string>()
  const over: number[] = []
  for (const { id, order_id, ...place } of lasting) {
    const key = keyOf({ ...place, ...(order_id !== null && { order_id }) })
    before.add(key)
    if (!now.has(key)) over.push(id)
  }
  await alarms.clearThese(over, Date.now())
  for (const one of wrong) {
    if (before.has(keyOf(one))) continue
    const { pile_id, ...alarm } = one
    if (pile_id === null) await alarms.raiseOwn({ code, kind, message: one.message, at: one.at })
    else await alarms.raise({ id: pile_id }, { code, kind, ...alarm })
  }
}
