import { type Kysely, sql } from 'kysely'
import type { GivenTariff, Intent } from '../../shared/domain/intent.ts'
import { nameOfId, type TariffState } from '../../shared/domain/pile-tariff.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Live, TariffAnswer } from '../ocpp/ports.ts'
import { isMadeHere } from './wanted.ts'

type Db = Kysely<Database>

interface Change {
  state?: TariffState
  why?: string | null
  said?: string | null
  wanted?: string
  strategy?: string | null
  tariff?: GivenTariff | null
  ask_due?: boolean
  send_after?: string | null
}

/**
 * Writes down how a pile stands to its tariff. When it took one is known with it. False, and nothing written, where a person decided
 * since as many `decisions` were known.
 */
export async function noteTariff(
  db: Db,
  pile_id: number,
  { tariff, ...change }: Change,
  decisions?: number,
): Promise<boolean> {
  const given_at = tariff ? new Date().toISOString() : null
  const held = tariff === undefined ? {} : { tariff: tariff && JSON.stringify(tariff), given_at }
  const all = { ...change, ...held, updated_at: new Date().toISOString() }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pile_tariff')
    .values({ pile_id, ...all })
    .onConflict((conflict) => {
      const changed = conflict.column('pile_id').doUpdateSet(all)
      return decisions === undefined ? changed : changed.where('pile_tariff.decisions', '=', decisions)
    })
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A person's command about it was answered. */
const decided = (db: Db, pile_id: number) =>
  sql`update pile_tariff set decisions = decisions + 1 where pile_id = ${pile_id}`.execute(db)

export const tariffRow = (db: Db, pile_id: number) =>
  db.selectFrom('pile_tariff').selectAll().where('pile_id', '=', pile_id).executeTakeFirst()

/** Keeps what piles answer about their tariffs, no matter who asked. */
export class TariffBook {
  readonly #db: Db
  readonly #live: Live

  constructor(db: Db, live: Live) {
    this.#db = db
    this.#live = live
  }

  async answered(pile_id: number, intent: Intent, answer: TariffAnswer): Promise<void> {
    const change = await this.#changeBy(pile_id, intent, answer)
    if (answer.byPerson && intent.ask !== 'read_tariffs') await decided(this.#db, pile_id)
    if (!change) return
    await noteTariff(this.#db, pile_id, change)
    this.#live.changed('pile', pile_id)
  }

  async #changeBy(pile_id: number, intent: Intent, answer: TariffAnswer): Promise<Change | null> {
    const row = await tariffRow(this.#db, pile_id)
    if (intent.ask === 'set_tariff') {
      const { tariff, connector_number } = intent
      const isOurs = nameOfId(tariff.id) === row?.wanted && connector_number === 0
      if (!answer.isYes)
        return isOurs && answer.byPerson ? { state: 'refused', said: wordIn(answer), ask_due: false } : null
      const isOld = !isOurs && connector_number === 0 && isMadeHere(tariff)
      if (!isOurs) return { state: isOld ? 'waiting' : 'by_hand', tariff, why: null, said: null }
      // What else it holds is looked at afterwards: a person wants it right.
      return { state: 'given', tariff, why: null, said: null, send_after: null, ask_due: answer.byPerson }
    }
    if (!answer.isYes) return null
    if (intent.ask === 'clear_tariffs') {
      const { ids } = intent
      const isIt = ids === null || ids.includes(row?.tariff?.id ?? '')
      return isIt ? { tariff: null, ...(answer.byPerson && { state: 'cleared', why: null, said: null }) } : null
    }
    if (intent.ask !== 'read_tariffs' || intent.connector_number !== 0 || row?.state !== 'given') return null
    const others = (answer.tariffs ?? []).filter(({ id }) => id !== row.tariff?.id)
    if (others.length > 0) return { state: 'by_hand' }
    return answer.tariffs?.length === 0 ? { state: 'waiting', tariff: null } : null
  }
}

const MOST_WORD = 60
export const wordIn = ({ word }: { word: string }) => word.slice(0, MOST_WORD) || null

/** Its prices may be others by now, or it may have moved. */
export const startedAnew = (db: Db, pile_id: number) =>
  sql`update pile_tariff set ask_due = true, send_after = null where pile_id = ${pile_id}`.execute(db)
