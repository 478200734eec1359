import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { OPEN_RESERVATION } from '../../shared/domain/reservation.ts'
import { cancelReservation, reservationOutcome } from '../../shared/endpoints/reservations.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { cancelAway, writeCancel } from './cancelling.ts'
import type { Reservations } from './reservations.ts'

/** The console gives up on a request after 10 s; what comes later is told live. */
const ANSWER_WITHIN_MS = 8_000
const OPEN: readonly string[] = OPEN_RESERVATION

export function reservationRoutes(app: FastifyInstance, reservations: Reservations): void {
  const { db, changed } = app.kit
  const { piles } = reservations

  /** As it is when its pile has answered. */
  async function outcome(id: number) {
    const row = await rowOf(db, id)
    const command = row.cancel_id ?? row.command_id
    if (command !== null) await piles.answered(command, ANSWER_WITHIN_MS)
    await reservations.look()
    return outcomeOf(await rowOf(db, id))
  }

  serve(app, reservationOutcome, ({ id }) => outcome(id))

  serve(
    app,
    cancelReservation,
    async ({ id }, context) => {
      // Held: it may be used or expire just now, and would be cancelled all the same.
      const row = await rowOf(context.db, id, true)
      if (!OPEN.includes(row.state)) throw new Refusal(409, 'reservations:over')
      if (!piles.connected(row.pile_id)) {
        await cancelAway(context.db, id)
        return { ...outcomeOf(row), state: 'cancelled' as const, reason: 'person' as const, told_later: true }
      }
      const { cancel_id, send } = await writeCancel(context.db, piles, row, context.person.name)
      context.afterCommit(() => {
        changed('command', cancel_id)
        void send()
      })
      return outcomeOf(row)
    },
    { finish: ({ id }) => outcome(id) },
  )
}

const outcomeOf = ({ id, state, reason, cancel_due }: Awaited<ReturnType<typeof rowOf>>) => ({
  ...{ id, state, reason, told_later: state === 'cancelled' && cancel_due },
})

async function rowOf(db: Kysely<Database>, id: number, isHeld = false) {
  const query = db.selectFrom('reservation').selectAll().where('id', '=', id)
  const row = await (isHeld ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw notFound()
  return row
}
