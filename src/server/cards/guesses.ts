import { type Kysely, sql } from 'kysely'
import type { Ask } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { derived } from '../kit/process-state.ts'

type Db = Kysely<Database>

/** What tells a pile a card's number. */
const WITH_CARD: Ask[] = ['start', 'reserve']

/**
 * How many different unknown numbers one pile may ask for. A gun begins a dozen sessions an hour at most, and a driver holds up two or
 * three cards that are not ours; a telephone shows a new number at each touch. So a busy pile with two guns stays below
 * this even where every driver tries a wrong card first, and anyone who tries out numbers learns of 300 a day, not of 3,600,000.
 * The same number again tells nothing new and counts once: a card that lies on the reader stops no one. Good cards never count.
 */
export const MOST_AN_HOUR = 60
export const MOST_A_DAY = 300

/** Hears that a pile goes beyond the limit, and that it is below it again. */
export interface OnGuessing {
  began(pile_id: number): void
  ended(pile_id: number): void
}

/**
 * Counts the unknown numbers that each pile asks for, in the database: several nodes count together. What is kept here is derived
 * from that, and only saves telling the same twice.
 */
export class CardGuesses {
  readonly #on: OnGuessing
  readonly #beyond = new Map<number, boolean>()
  readonly state = derived('card_guesses', () => this.#beyond.size)

  constructor(on: OnGuessing) {
    this.#on = on
  }

  /** Whether this pile is told nothing of this number now: it asked for too many unknown ones, and does not know this one from us. */
  async withholds(db: Db, pile_id: number, number: string): Promise<boolean> {
    const { hour, day } = await count(db, pile_id)
    const isBeyond = hour >= MOST_AN_HOUR || day >= MOST_A_DAY
    this.#tell(pile_id, isBeyond, day > 0)
    return isBeyond && !(await isKnownThere(db, pile_id, number))
  }

  /** The pile was told that this number stands for no card. */
  async note(db: Db, pile_id: number, number: string): Promise<void> {
    await sql`
      with gone as (delete from unknown_card where pile_id = ${pile_id} and at < now() - interval '1 day')
      insert into unknown_card (pile_id, number) values (${pile_id}, ${number})
      on conflict (pile_id, number) do update set at = now() where unknown_card.at < now() - interval '1 minute'`.execute(
      db,
    )
  }

  #tell(pile_id: number, isBeyond: boolean, isAny: boolean): void {
    const before = this.#beyond.get(pile_id)
    if (before === isBeyond || (before === undefined && !isAny)) return
    this.#beyond.set(pile_id, isBeyond)
    if (isBeyond) this.#on.began(pile_id)
    else this.#on.ended(pile_id)
  }
}

async function count(db: Db, pile_id: number): Promise<{ hour: number; day: number }> {
  const { rows } = await sql<{ hour: number; day: number }>`
    select count(*) filter (where at > now() - interval '1 hour')::int as hour, count(*)::int as day
    from unknown_card where pile_id = ${pile_id} and at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { hour: 0, day: 0 }
}

/** It charged there for someone, or the pile has it from us: to answer as ever tells nothing new, and regulars go on charging. */
async function isKnownThere(db: Db, pile_id: number, number: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from orders where card_number = ${number} and pile_id = ${pile_id} and customer_id is not null)
      or exists (select from command where pile_id = ${pile_id} and action = any(${WITH_CARD})
        and created_at > now() - interval '1 day' and upper(intent::jsonb ->> 'card_number') = ${number}) as known`.execute(
    db,
  )
  return rows[0]?.known ?? false
}
