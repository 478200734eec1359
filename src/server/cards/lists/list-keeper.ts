import { type Kysely, sql } from 'kysely'
import { inCalls, inFull, type ListCall, listChanges, pauseSeconds } from '../../../shared/domain/card-list.ts'
import type { CardList } from '../../../shared/entities/card-list.ts'
import { arrayOfIds } from '../../kit/database/client.ts'
import type { Database } from '../../kit/database/tables.ts'
import type { AskPile, PileAnswer } from '../ports.ts'
import { compareLists, followStanding, followTypes, noteExpired } from './compare-lists.ts'
import { LIMIT_KEYS, type ListPlan, limitsOf, listVersion, planOf } from './list-plan.ts'
import { forgetRefused, noteRefused, type RefusedPorts } from './refused-entries.ts'

export interface KeeperPorts extends RefusedPorts {
  db: Kysely<Database>
  /** Those that have a socket at this process. */
  connectedPiles(): number[]
  ask: AskPile
  changed(card_list_id: number): void
}

type Kept = Pick<CardList, 'id' | 'state' | 'list_version' | 'told_version'> & {
  pile_id: number
  full_due: boolean
  ask_due: boolean
  failures: number
}

/** In these the pile has no such list at all. */
const HAS_NONE = ['notsupported', 'notimplemented']
/** A list is brought up to date in so many goes; a pile that still differs then fails. */
const MOST_GOES = 3
/** Of one that gave no answer, where it does not start anew before. */
const SILENT_S = 300

/**
 * Keeps the lists of piles whose type keeps one: made of the cards that may charge at the pile's site, whole at first and where the
 * versions differ, by changes otherwise (OCPP 1.6, 5.15). All of it is in the database; what a pile took is folded into its entries as
 * its answer is kept (migration 0052), so each process goes on where another one ended.
 */
export class ListKeeper {
  readonly #ports: KeeperPorts

  constructor(ports: KeeperPorts) {
    this.#ports = ports
  }

  /** Looks at the cards again where it is time, and tells which piles of this process are to be told something. */
  async due(most: number): Promise<number[]> {
    const { db, connectedPiles, changed } = this.#ports
    await followTypes(db)
    await noteExpired(db)
    await followStanding(db)
    for (const id of await compareLists(db)) changed(id)
    const { rows } = await sql<{ pile_id: number }>`
      select pile_id from card_list where pile_id = any(${arrayOfIds(connectedPiles())}::bigint[])
        and (ask_due or full_due or state in ('behind', 'refused', 'failed')) and (send_after is null or send_after <= now())
      order by send_after nulls first, pile_id limit ${most}`.execute(db)
    return rows.map(({ pile_id }) => pile_id)
  }

  /** The pile started anew: what it keeps is asked, and whether it has a list at all. */
  async booted(pile_id: number): Promise<void> {
    await sql`update card_list set ask_due = true, send_after = null where pile_id = ${pile_id}`.execute(this.#ports.db)
  }

  /** Brings a pile's list up to date. Whether the pile answered; null where its list is none of this console's. */
  async tell(pile_id: number): Promise<boolean | null> {
    const kept = await this.#kept(pile_id)
    if (!kept) return null
    if (kept.state === 'not_supported' && !kept.ask_due && !kept.full_due) return true
    const first = kept.ask_due ? await this.#askAnew(kept) : 'on'
    for (let go = 0, next = first; ; go++) {
      if (next === 'silent') return this.#silent(kept)
      if (next === 'done') return true
      if (go === MOST_GOES) return this.#end(kept, { state: 'failed', said: 'differs' })
      next = await this.#go(pile_id)
    }
  }

  #kept(pile_id: number): Promise<Kept | undefined> {
    return this.#ports.db
      .selectFrom('card_list')
      .select(['id', 'pile_id', 'state', 'list_version', 'told_version', 'full_due', 'ask_due', 'failures'])
      .where('pile_id', '=', pile_id)
      .executeTakeFirst()
  }

  /** What the pile can keep, and which version it has. */
  async #askAnew(kept: Kept): Promise<Next> {
    const { ask, db } = this.#ports
    const limits = await ask(kept.pile_id, { ask: 'read_settings', keys: LIMIT_KEYS })
    if (limits === null) return 'silent'
    const next = await this.#askVersion(kept)
    if (next !== 'silent') await db.updateTable('card_list').set({ ask_due: false }).where('id', '=', kept.id).execute()
    return next
  }

  /** A version that is not ours says that the list is another one. */
  async #askVersion(kept: Kept): Promise<Next> {
    const said = await this.#ports.ask(kept.pile_id, { ask: 'card_list_version' })
    if (said === null) return 'silent'
    const version = said.list_version
    // -1: it has none (1.6, 5.10). 0 of one whose list is off says the same (D02.FR.03).
    const isOff = version === -1 || (version === 0 && (await limitsOf(this.#ports.db, kept.pile_id)).off)
    if (isOff || (!said.isYes && hasNone(said))) {
      await this.#end(kept, { state: 'not_supported', said: isOff ? null : said.word })
      return 'done'
    }
    if (!said.isYes || version === null) {
      await this.#end(kept, { state: 'refused', said: said.word })
      return 'done'
    }
    const ours = await listVersion(this.#ports.db, kept.pile_id)
    const told = { told_version: version, told_at: new Date().toISOString() }
    const other = version !== ours && ours > 0 ? { full_due: true } : {}
    await this.#ports.db
      .updateTable('card_list')
      .set({ ...told, ...other })
      .where('id', '=', kept.id)
      .execute()
    return 'on'
  }

  /** One go at it: all calls that it takes, then the pile's own word about its version. */
  async #go(pile_id: number): Promise<Next> {
    const { db } = this.#ports
    const [kept, plan] = await Promise.all([this.#kept(pile_id), planOf(db, pile_id)])
    if (!kept || !plan) return 'done'
    const calls = callsOf(kept, plan)
    if (calls.length === 0) {
      await this.#end(kept, { state: 'in_step', said: null }, plan)
      return 'done'
    }
    for (const call of calls) {
      const said = await this.#send(kept, call)
      if (said === null) return 'silent'
      if (!said.isYes) return this.#refused(kept, said, call)
      if (call.full) await db.updateTable('card_list').set({ full_due: false }).where('id', '=', kept.id).execute()
    }
    await db.updateTable('card_list').set({ sent_at: new Date().toISOString() }).where('id', '=', kept.id).execute()
    await forgetRefused(this.#ports, pile_id)
    return this.#askVersion(kept)
  }

  async #send({ pile_id, told_version }: Kept, { full, cards }: ListCall): Promise<PileAnswer | null> {
    // Its calls that follow a whole list are above that one; ours are above theirs then.
    const version = Math.max(await listVersion(this.#ports.db, pile_id), full ? (told_version ?? 0) : 0) + 1
    return this.#ports.ask(pile_id, { ask: 'update_card_list', version, full, cards })
  }

  /** A list that is another one than we know is given whole, above its own version; so is one of which a change failed. */
  async #refused(kept: Kept, said: PileAnswer, { full }: ListCall): Promise<Next> {
    const word = said.word.toLowerCase()
    const differs = word === 'versionmismatch'
    if (differs || (word === 'failed' && !full)) {
      if (differs)
        this.#ports.flag(kept.pile_id, 'list_differs', `known ${await listVersion(this.#ports.db, kept.pile_id)}`)
      await this.#ports.db.updateTable('card_list').set({ full_due: true }).where('id', '=', kept.id).execute()
      return differs ? this.#askVersion(kept) : 'on'
    }
    await noteRefused(this.#ports, kept.pile_id, said.word)
    const state = hasNone(said) ? 'not_supported' : word === 'failed' ? 'failed' : 'refused'
    await this.#end(kept, { state, said: said.word })
    return 'done'
  }

  /** It is left alone for a while, and asked then which version it has: nobody knows whether it heard of what it was told. */
  async #silent({ id }: Kept): Promise<false> {
    await sql`update card_list set ask_due = true, send_after = now() + make_interval(secs => ${SILENT_S}) where id = ${id}`.execute(
      this.#ports.db,
    )
    return false
  }

  async #end({ id, pile_id, failures }: Kept, end: End, known?: ListPlan): Promise<true> {
    const { db, changed } = this.#ports
    const plan = known ?? (await planOf(db, pile_id))
    if (plan?.emptying && (end.state === 'in_step' || end.state === 'not_supported')) {
      await db.deleteFrom('card_list').where('id', '=', id).execute()
      changed(id)
      return true
    }
    const failed = end.state === 'failed' || end.state === 'refused'
    const count = failed ? failures + 1 : 0
    await sql`
      update card_list set state = ${end.state}, said = ${end.said?.slice(0, 60) ?? null}, failures = ${count},
        send_after = case when ${failed} then now() + make_interval(secs => ${pauseSeconds(count)}) end,
        full_due = ${end.state === 'not_supported' || end.state === 'in_step' ? sql`false` : sql`full_due`}, ask_due = false,
        list_version = ${await listVersion(this.#ports.db, pile_id)}, entries = ${plan?.held.length ?? 0}, wanted = ${plan?.wanted.length ?? 0},
        left_out = ${plan?.left_out ?? 0}, version = version + 1, updated_at = now() where id = ${id}`.execute(db)
    changed(id)
    return true
  }
}

interface End {
  state: CardList['state']
  said: string | null
}

/** What follows: another go, nothing more, or nothing until the pile is heard. */
type Next = 'on' | 'done' | 'silent'

const hasNone = ({ word }: PileAnswer) => HAS_NONE.includes(word.toLowerCase())

function callsOf({ full_due }: Kept, { wanted, held, limits }: ListPlan): ListCall[] {
  return full_due ? inFull(wanted, limits) : inCalls(listChanges(wanted, held), limits)
}
