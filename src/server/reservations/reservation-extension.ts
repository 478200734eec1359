import { type Kysely, sql } from 'kysely'
import { isLongNumber } from '../../shared/domain/card-number.ts'
import { customerTag } from '../../shared/domain/customer-tag.ts'
import { OPEN_RESERVATION, reservationFlaws } from '../../shared/domain/reservation.ts'
import { reservation } from '../../shared/entities/reservation.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import { countedBy } from '../kit/crud/counted-by.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'
import { isShort, takesLong } from '../kit/fits-pile.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Reservations } from './reservations.ts'

type Db = Kysely<Database>
type Wanted = Pick<Draft<typeof reservation>, 'pile_id' | 'connector_number' | 'expires_at'> & {
  customer_id?: number | null
  card_number?: string | null
}

interface Deps {
  reservations: Reservations
  settings: () => Promise<{ reservation_hours: number }>
}

/** Reservations are refused here where the pile would be asked in vain; else it is asked once the record is durable. */
export const reservationExtension = ({ reservations, settings }: Deps): Extension<typeof reservation> => ({
  ...countedBy(reservation, 'state'),
  async check(draft, { db }) {
    const { reservation_hours: most_hours } = await settings()
    const { customer_id = null, card_number = null, ...wanted } = draft as Wanted
    const [known, payer] = await Promise.all([
      knownOf(db, wanted),
      payerOf(db, wanted.pile_id, { customer_id, card_number }),
    ])
    const flaws = reservationFlaws(
      { ...wanted, customer_id, card_number, expires_at: Date.parse(wanted.expires_at) },
      { ...known, payer, most_hours, now: Date.now() },
    )
    const fields = Object.fromEntries(
      flaws.map(({ field, key, figures }) => [field, figures ? { key, figures } : { key }]),
    )
    if (flaws.length > 0) throw new Refusal(422, 'invalid_input', { fields })
  },
  async created(row, context) {
    const { db, person, afterCommit } = context
    const { card_id, card_number, group } = await cardOf(db, row)
    const { id, pile_id, connector_number, expires_at: until } = row
    const intent = { ask: 'reserve', connector_number, card_number, group, reservation: id, until } as const
    const { piles } = reservations
    const { id: command_id, send } = await piles.write({ pile_id, connector_number, intent, asked_by: person.name }, db)
    await sql`
      update reservation set command_id = ${command_id}, card_id = ${card_id}, card_number = ${card_number}, asked_by = ${person.name},
        site_id = (select site_id from pile where id = ${pile_id}) where id = ${id}`.execute(db)
    afterCommit(() => void send())
  },
})

/** The pile did not take what it was asked. */
const NOT_TAKEN = ['refused', 'failed', 'not_connected', 'not_sent'] as const

/** Locked against another reservation of the pile at the same moment. */
async function knownOf(db: Db, { pile_id, connector_number }: Pick<Wanted, 'pile_id' | 'connector_number'>) {
  await sql`select pg_advisory_xact_lock(hashtext('reservation'), ${pile_id}::int)`.execute(db)
  const [open, guns, zero, maintenance] = await Promise.all([
    db
      .selectFrom('reservation as r')
      .leftJoin('command as c', 'c.id', 'r.command_id')
      .select('r.connector_number')
      .where('r.pile_id', '=', pile_id)
      .where('r.state', 'in', [...OPEN_RESERVATION])
      .where('r.expires_at', '>', sql<string>`now()`)
      // What became of the call is written to its reservation only a moment later.
      .where((eb) => eb.or([eb('c.status', 'is', null), eb('c.status', 'not in', [...NOT_TAKEN])]))
      .execute(),
    db.selectFrom('connector').select('number').where('pile_id', '=', pile_id).where('number', '>', 0).execute(),
    db
      .selectFrom('pile_setting')
      .select('value')
      .where('pile_id', '=', pile_id)
      .where(sql`lower(key)`, '=', 'reserveconnectorzerosupported')
      .executeTakeFirst(),
    sql<{ out: boolean }>`select out_by_maintenance(${pile_id}, ${connector_number}) as out`.execute(db),
  ])
  return {
    open,
    guns: guns.map(({ number }) => number),
    in_maintenance: maintenance.rows[0]?.out === true,
    zero: zero?.value == null ? null : zero.value.toLowerCase() === 'true',
  }
}

/** The same rule as Authorize's (migration 0127), money aside: there is time until then. */
async function payerOf(
  db: Db,
  pile_id: number,
  { customer_id, card_number }: { customer_id: number | null; card_number: string | null },
) {
  if (card_number !== null) {
    if (isLongNumber(card_number) && !(await takesLong(db, pile_id))) return 'too_long'
    const card = await standingOf(db, card_number)
    if (!card) return 'unknown'
    // A master pass starts nothing.
    if (card.is_master) return 'nobody'
    if (card.standing === 'Accepted') return 'good'
    return card.standing === 'Invalid' ? 'nobody' : 'blocked'
  }
  if (customer_id === null) return 'good'
  const customer = await db.selectFrom('customer').select('status').where('id', '=', customer_id).executeTakeFirst()
  return customer?.status === 'normal' ? 'good' : 'blocked'
}

const standingOf = (db: Db, card_number: string) =>
  db
    .selectFrom('card_standing')
    .select(['card_id', 'number', 'standing', 'group_number', 'is_master'])
    .where(sql`upper(number)`, '=', card_number.toUpperCase())
    .executeTakeFirst()

/** Of a customer the card that is good, the oldest; one without a card is started from the console. */
async function cardOf(
  db: Db,
  { pile_id, customer_id, card_number }: { pile_id: number; customer_id: number | null; card_number: string | null },
) {
  const card =
    card_number === null
      ? await db
          .selectFrom('card_standing')
          .select(['card_id', 'number', 'group_number'])
          .where('standing', '=', 'Accepted')
          .where('is_master', '=', false)
          .$if(!(await takesLong(db, pile_id)), (query) => query.where(isShort))
          .where('customer_id', '=', Number(customer_id))
          .orderBy('card_id')
          .limit(1)
          .executeTakeFirst()
      : await standingOf(db, card_number)
  const { card_id = null, number = customerTag(Number(customer_id)), group_number: group = null } = card ?? {}
  return { card_id, card_number: number, group }
}
