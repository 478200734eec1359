import { type Kysely, sql } from 'kysely'
import { evsePlace } from '../../shared/domain/gun-number.ts'
import { idAgain, nameOfId, obstacleTo, type TariffState } from '../../shared/domain/pile-tariff.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, msOrNull } from '../kit/instants.ts'
import { Paced } from '../kit/paced.ts'
import { owned } from '../kit/process-state.ts'
import type { AskPile, Held, PileAnswer } from './ports.ts'
import { TAKES_KEYS, takesOf } from './takes.ts'
import { noteTariff, startedAnew, tariffRow, wordIn } from './tariff-book.ts'
import { NO_PRICE, type Wanted, wantedAt, wordOf } from './wanted.ts'

interface Ports {
  db: Kysely<Database>
  /** Those that have a socket at this process and speak of tariffs. */
  capablePiles(): number[]
  ask: AskPile
  changed(pile_id: number): void
  log: { error(detail: object, message: string): void }
}

interface Kept {
  id: number
  site_id: number | null
  state: TariffState | null
  why: string | null
  wanted: string | null
  ask_due: boolean | null
  send_after: string | null
  /** It was given one, as far as is known. */
  holds: boolean
}

type Row = NonNullable<Awaited<ReturnType<typeof tariffRow>>>
type Change = Parameters<typeof noteTariff>[2]

/** So many are asked at the same time. */
const AT_ONCE = 10
/** Of one that gave no answer, where it does not start anew before. */
const SILENT_MS = 300_000
/** How often one is looked at again that cannot be given its tariff as it is set up. */
const LOOK_AGAIN_MS = 60_000

/** In these it has no tariffs at all (I07.FR.01). */
const HAS_NONE = ['notsupported', 'notimplemented']
const TAKEN_NAME = 'duplicatetariffid'
/** A person decided, or the pile has no tariffs: what its site charges changes nothing. */
const LEFT: readonly TariffState[] = ['cleared', 'by_hand', 'not_supported']

/**
 * Gives piles that reckon by themselves the prices of their site: when they start, when what the site charges changes, and when they are
 * back. What each took is in the database, under a name that its content decides, so nothing is sent twice, by whichever process. A
 * session keeps its price, at the pile (I07.FR.24) as here. The piles that are being told are this process's own: it has their socket.
 */
export class TariffKeeper {
  readonly #ports: Ports
  readonly #paced: Paced
  readonly #underWay = new Set<number>()
  readonly state = owned('piles_given_tariffs', () => this.#underWay.size)

  constructor(ports: Ports) {
    this.#ports = ports
    this.#paced = new Paced({
      most: AT_ONCE,
      run: (id) =>
        this.#bring(id)
          .catch(unlessDecided)
          .finally(() => this.#forget(id)),
      failed: (err, pile_id) => ports.log.error({ err, pile_id }, 'a pile could not be given its tariff'),
    })
  }

  /** The pile started anew, and has its answer: what it holds is asked. */
  async booted(pile_id: number): Promise<void> {
    await startedAnew(this.#ports.db, pile_id)
  }

  /** Looks which piles are to be told something; to be called every few seconds. */
  async sweep(): Promise<void> {
    const { db, capablePiles } = this.#ports
    const piles = capablePiles().filter((id) => !this.#underWay.has(id))
    if (piles.length === 0) return
    const { rows } = await sql<Kept>`
      select p.id, p.site_id, t.state, t.why, t.wanted, t.ask_due, t.send_after, t.tariff is not null as holds
      from pile p left join pile_tariff t on t.pile_id = p.id where p.id = any(${piles}::bigint[])`.execute(db)
    const now = Date.now()
    const wanted = await wantedAt(
      db,
      rows.flatMap(({ site_id }) => site_id ?? []),
      now,
    )
    const due = rows.filter((row) => isDue(row, wanted.get(row.site_id ?? 0) ?? NO_PRICE, now))
    // Another look at the same may have been faster.
    const ids = due.map(({ id }) => id).filter((id) => !this.#underWay.has(id))
    for (const id of ids) this.#underWay.add(id)
    this.#paced.add(ids)
  }

  #forget(pile_id: number): void {
    this.#underWay.delete(pile_id)
    this.#paced.forget(pile_id)
  }

  async #bring(pile_id: number): Promise<void> {
    const { db } = this.#ports
    const row = (await tariffRow(db, pile_id)) ?? (await this.#begin(pile_id))
    const place = await this.#placeOf(pile_id)
    const wanted = (await wantedAt(db, [place.site_id ?? 0], Date.now())).get(place.site_id ?? 0) ?? NO_PRICE
    const isBack = row.why === 'switched_off' && (await takesOf(db, pile_id)).enabled !== false
    const isAsked = (row.ask_due || isBack) && ('tariff' in wanted || row.tariff !== null)
    const held = isAsked ? await this.#askAnew(row) : null
    if (held === 'ended' || LEFT.includes(row.state)) return
    // Until the pile took it, it is to be sent: the server may end before that, or the pile give no answer.
    const isKept = !held && row.state === 'given' && nameOfId(row.tariff?.id ?? '') === wordOf(wanted)
    const state = isKept ? 'given' : 'waiting'
    await this.#note(row, { state, wanted: wordOf(wanted), strategy: wanted.strategy })
    const takes = await takesOf(db, pile_id)
    const why = 'why' in wanted ? wanted.why : obstacleTo(wanted.tariff, takes, { ...place, at: Date.now() })
    if ('why' in wanted || why !== null) {
      // One that is switched off lets go of nothing, and shows nothing.
      const ids = takes.enabled === false ? [] : (held?.map(({ id }) => id) ?? (row.tariff ? [row.tariff.id] : []))
      const send_after = 'why' in wanted ? null : iso(Date.now() + LOOK_AGAIN_MS)
      if (await this.#letGo(row, ids)) await this.#end(row, { state: 'none', why, said: null, send_after })
      return
    }
    await this.#give(row, wanted, held)
  }

  async #begin(pile_id: number): Promise<Row> {
    await noteTariff(this.#ports.db, pile_id, {})
    return (await tariffRow(this.#ports.db, pile_id)) as Row
  }

  async #placeOf(pile_id: number): Promise<{ site_id: number | null; time_zone: string }> {
    const pile = await this.#ports.db
      .selectFrom('pile')
      .leftJoin('site', 'site.id', 'pile.site_id')
      .select(['pile.site_id', 'site.time_zone'])
      .where('pile.id', '=', pile_id)
      .executeTakeFirst()
    return { site_id: pile?.site_id ?? null, time_zone: pile?.time_zone ?? 'UTC' }
  }

  async #evsesOf(pile_id: number): Promise<number[]> {
    const guns = await this.#ports.db
      .selectFrom('connector')
      .select('number')
      .where('pile_id', '=', pile_id)
      .where('number', '>', 0)
      .execute()
    return guns.map(({ number }) => evsePlace(number).evse)
  }

  /** What the pile can do, and what it holds. */
  async #askAnew(row: Row): Promise<readonly Held[] | 'ended'> {
    const { ask, db } = this.#ports
    const { pile_id, state } = row
    const told = await ask(pile_id, { ask: 'read_settings', keys: TAKES_KEYS })
    if (!told) return this.#silent(row)
    const { available, enabled } = await takesOf(db, pile_id)
    if (available === false) return this.#hasNone(row, null)
    // Switched off it answers nothing about them (I07.FR.01).
    if (enabled === false) {
      await this.#note(row, { ask_due: false })
      return []
    }
    const answer = await ask(pile_id, { ask: 'read_tariffs', connector_number: 0 })
    if (!answer) return this.#silent(row)
    if (!answer.isYes) {
      if (hasNone(answer)) return this.#hasNone(row, wordIn(answer))
      await this.#end(row, { state: 'refused', said: wordIn(answer), ask_due: false })
      return 'ended'
    }
    // It has learnt to since.
    const isNew = state === 'not_supported'
    await this.#note(row, { ask_due: false, ...(isNew && { state: 'waiting', said: null }) })
    return answer.tariffs ?? []
  }

  async #give(row: Row, wanted: Extract<Wanted, { tariff: unknown }>, held: readonly Held[] | null): Promise<void> {
    const { pile_id } = row
    const { tariff } = wanted
    const evses = held ? await this.#evsesOf(pile_id) : []
    const isIt = (one: Held) => nameOfId(one.id) === tariff.id && holdsNow(one, evses)
    const others = held?.filter((one) => !isIt(one)) ?? []
    const ours = held ? held.find(isIt) : row.tariff
    const isFree = await this.#letGo(
      row,
      others.map(({ id }) => id),
    )
    if (!isFree) return
    if (ours && nameOfId(ours.id) === tariff.id) {
      const isKnown = row.tariff?.id === ours.id
      const now = { state: 'given', why: null, said: null, send_after: null } as const
      return this.#end(row, isKnown ? now : { ...now, tariff: { ...tariff, id: ours.id } })
    }
    const set = (id: string) =>
      this.#ports.ask(pile_id, { ask: 'set_tariff', connector_number: 0, tariff: { ...tariff, id } })
    let answer = await set(tariff.id)
    // A session runs by one of this name, which holds for nobody else any more.
    if (answer?.word.toLowerCase() === TAKEN_NAME) answer = await set(idAgain(tariff.id, Date.now()))
    if (!answer) await this.#silent(row)
    else if (hasNone(answer) && !answer.isYes) await this.#hasNone(row, wordIn(answer))
    else if (!answer.isYes) await this.#end(row, { state: 'refused', why: null, said: wordIn(answer) })
  }

  /** Whether it holds none of these any more. */
  async #letGo(row: Row, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return true
    const answer = await this.#ports.ask(row.pile_id, { ask: 'clear_tariffs', connector_number: null, ids })
    if (!answer) await this.#silent(row)
    else if (!answer.isYes) await this.#end(row, { state: 'refused', said: wordIn(answer) })
    return answer?.isYes ?? false
  }

  async #hasNone(row: Row, said: string | null): Promise<'ended'> {
    await this.#end(row, { state: 'not_supported', why: null, said, tariff: null, ask_due: false })
    return 'ended'
  }

  /** It is left alone for a while; what it is to be told stays as it is. */
  async #silent(row: Row): Promise<'ended'> {
    await this.#note(row, { send_after: iso(Date.now() + SILENT_MS) })
    return 'ended'
  }

  async #end(row: Row, change: Change): Promise<void> {
    await this.#note(row, change)
    this.#ports.changed(row.pile_id)
  }

  /** What a person decided while the pile was asked stands; the next look begins with it. */
  async #note({ pile_id, decisions }: Row, change: Change): Promise<void> {
    if (!(await noteTariff(this.#ports.db, pile_id, change, decisions))) throw new Decided()
  }
}

class Decided extends Error {}

function unlessDecided(error: unknown): void {
  if (!(error instanceof Decided)) throw error
}

function isDue({ state, why, wanted: known, ask_due, send_after, holds }: Kept, wanted: Wanted, now: number): boolean {
  if (state === null) return true
  if ((msOrNull(send_after) ?? 0) > now) return false
  // Where nothing is to be given and nothing was, the pile is asked nothing.
  const isNothing = 'why' in wanted && state === 'none' && why === wanted.why && !holds
  if (ask_due && !isNothing) return true
  if (LEFT.includes(state)) return false
  const isHeldUp = state === 'none' && why !== known
  return state === 'waiting' || isHeldUp || wordOf(wanted) !== known
}

/** It holds now, and at all of the pile; where nothing is said of that, it is. */
const holdsNow = ({ from, evses }: Held, all: readonly number[]) =>
  (!from || Date.parse(from) <= Date.now()) && (evses.length === 0 || all.every((evse) => evses.includes(evse)))

const hasNone = ({ word }: PileAnswer) => HAS_NONE.includes(word.toLowerCase())
