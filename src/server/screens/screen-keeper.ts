import { type Kysely, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { askedByPeople, GivenAgain } from '../kit/given-again.ts'
import { Paced } from '../kit/paced.ts'
import { owned } from '../kit/process-state.ts'

interface Ports {
  db: Kysely<Database>
  connectedPiles(): number[]
  /** Null when it gave no answer. */
  ask(pile_id: number, intent: Intent): Promise<{ isYes: boolean } | null>
  log: { error(detail: object, message: string): void }
}

/** So many are asked at the same time. */
const AT_ONCE = 5
/** How often a pile is asked of which nothing new is known. */
const EVERY_H = 6

/** Sees to it that screens hold what they were given: after a start they get it again (O01.FR.10), and from time to time they are asked. */
export class ScreenKeeper {
  readonly #ports: Ports
  readonly #given: GivenAgain
  readonly #paced: Paced
  readonly #checking

  constructor(ports: Ports) {
    this.#ports = ports
    const { log } = ports
    this.#given = new GivenAgain({
      state: 'piles_given_messages',
      give: (pile_id, booted_at) => this.#give(pile_id, booted_at),
      failed: (err, pile_id) => log.error({ err, pile_id }, 'a pile could not be given its screen messages again'),
    })
    this.#paced = new Paced({
      most: AT_ONCE,
      run: (pile_id) => this.#read(pile_id),
      failed: (err, pile_id) => log.error({ err, pile_id }, 'screen messages of a pile could not be read'),
    })
    this.#checking = owned('screens_checked', () => this.#paced.size)
  }

  get state() {
    return [this.#given.state, this.#checking]
  }

  booted(pile_id: number): void {
    this.#given.booted(pile_id)
  }

  /** Looks for piles that are due; to be called every minute or so. */
  sweep(): Promise<void> {
    const { db, connectedPiles } = this.#ports
    return this.#paced.addDue(connectedPiles(), (piles) =>
      sql<{ id: number }>`
        select m.pile_id as id from shown_message m where m.pile_id = any(${piles}::bigint[]) and m.sent is not null
        group by m.pile_id having not exists (
          select from command c where c.pile_id = m.pile_id and c.action = 'read_messages'
            and c.created_at > greatest(now() - make_interval(hours => ${EVERY_H}), max(m.sent_at)))`.execute(db),
    )
  }

  async #read(pile_id: number): Promise<void> {
    if (await this.#ports.ask(pile_id, { ask: 'read_messages' })) this.#paced.forget(pile_id)
  }

  /** What it refuses now it does not hold any more, and its page says so. */
  async #give(pile_id: number, booted_at: number): Promise<void> {
    const { db, ask } = this.#ports
    const held = await db
      .selectFrom('shown_message')
      .select(['number', 'sent', 'sent_version'])
      .where('pile_id', '=', pile_id)
      .where('sent', 'is not', null)
      .where('sent_at', '<', new Date(booted_at).toISOString())
      .where(sql<boolean>`(ends_at is null or ends_at > now())`)
      .orderBy('number')
      .execute()
    for (const { number, sent, sent_version } of held) {
      if (!sent) continue
      const asked = await askedByPeople(db, { pile_id, booted_at }, ['show_message', 'remove_message'])
      if (asked.some((intent) => numberOf(intent) === number)) continue
      const answer = await ask(pile_id, { ask: 'show_message', ...sent })
      // One that gives no answer is asked again when it is back.
      if (!answer) return
      const kept = answer.isYes ? { sent_version } : { missing: true, told: null, differs: false }
      await db
        .updateTable('shown_message')
        .set(kept as never)
        .where('pile_id', '=', pile_id)
        .where('number', '=', number)
        .execute()
    }
  }
}

const numberOf = (intent: Extract<Intent, { ask: 'show_message' | 'remove_message' }>) =>
  intent.ask === 'show_message' ? intent.number : intent.message_number
