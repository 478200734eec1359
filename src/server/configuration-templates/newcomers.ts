import { type Kysely, sql } from 'kysely'
import { driftOf, type ToldKey } from '../../shared/domain/configuration-drift.ts'
import { flawOfKept } from '../../shared/domain/configuration-keys.ts'
import type { Expected } from '../../shared/domain/expected.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { owned } from '../kit/process-state.ts'
import { within } from '../kit/within.ts'
import { toldOf } from './judge.ts'
import type { AskPile } from './ports.ts'

interface Ports {
  db: Kysely<Database>
  /** In as many calls as the pile takes it in. */
  askInParts(pile_id: number, intent: Intent): Promise<unknown>
  ask: AskPile
  /** Which piles wait, as the operator says now. */
  whichWait(): Promise<'never' | 'new' | 'new_or_updated'>
  log: { error(detail: object, message: string): void }
}

/** How a pile starts. */
export interface Starting {
  /** It was never let in before. */
  isNew: boolean
  /** It runs another firmware than before. */
  isUpdated: boolean
}

interface Waiting {
  since: number
  /** Everything was asked: its next start is let in. */
  isReady: boolean
  isAsked: boolean
  /** Its report is whole. */
  told: () => void
}

/** A report of 2,000 variables over a slow line. */
const REPORT_MS = 5 * 60_000
/** Longer no pile is kept waiting, whatever it answers or leaves unanswered: it charges nobody meanwhile. */
const LONGEST_MS = 10 * 60_000

const ALL: Intent = { ask: 'read_settings', keys: [] }

/**
 * Piles that wait to be let in: they are asked what they are made of, given what their type's template says, and told to start their sign-on again,
 * which then is accepted (B02). Whatever fails, they are let in.
 */
export class Newcomers {
  readonly #ports: Ports
  readonly #waiting = new Map<number, Waiting>()
  readonly state = owned('piles_waiting', () => this.#waiting.size)

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** A pile says that it started: whether it is to wait. */
  async mustWait(pile_id: number, { isNew, isUpdated }: Starting): Promise<boolean> {
    const waiting = this.#waiting.get(pile_id)
    if (waiting) {
      if (!waiting.isReady && Date.now() - waiting.since < LONGEST_MS) return true
      this.#waiting.delete(pile_id)
      return false
    }
    if (!isNew && !isUpdated) return false
    const which = await this.#ports.whichWait()
    if (which === 'never' || (which === 'new' && !isNew)) return false
    this.#tidy()
    this.#waiting.set(pile_id, { since: Date.now(), isReady: false, isAsked: false, told: () => {} })
    return true
  }

  /** It knows that it waits: now it can be asked. */
  began(pile_id: number): void {
    const waiting = this.#waiting.get(pile_id)
    if (!waiting || waiting.isAsked) return
    waiting.isAsked = true
    this.#takeIn(pile_id, waiting)
      .catch((err) => this.#ports.log.error({ err, pile_id }, 'a new pile could not be asked'))
      .finally(() => {
        // One that went meanwhile is asked when it is back.
        waiting.isAsked = waiting.isReady
      })
  }

  /** A report of its settings is whole. */
  told(pile_id: number): void {
    this.#waiting.get(pile_id)?.told()
  }

  async #takeIn(pile_id: number, waiting: Waiting): Promise<void> {
    const { ask } = this.#ports
    const whole = new Promise<void>((resolve) => {
      waiting.told = resolve
    })
    const answer = await ask(pile_id, ALL)
    if (!answer) return
    if (answer.inReports) await within(whole, REPORT_MS)
    await this.#giveTemplate(pile_id)
    waiting.isReady = true
    await ask(pile_id, { ask: 'trigger', message: 'boot', connector_number: null })
  }

  /** What differs from its type's template, and may be set, is set; what it then says is read. */
  async #giveTemplate(pile_id: number): Promise<void> {
    const { rows } = await sql<{ expected: Expected[]; told: ToldKey[] }>`
      select t.expected, ${toldOf(sql`t.expected`)} as told
      from pile p join configuration_template t on t.pile_type_id = p.pile_type_id where p.id = ${pile_id}`.execute(
      this.#ports.db,
    )
    const [template] = rows
    if (!template) return
    const off = driftOf(template.expected, template.told, true).filter(({ state }) => state === 'differs')
    const settings = off.map(({ expected: { key, value } }) => ({ key, value }))
    const settable = settings.filter(({ key, value }) => !flawOfKept(key, value, null))
    if (settable.length === 0) return
    await this.#ports.askInParts(pile_id, { ask: 'configure_all', settings: settable })
    await this.#ports.askInParts(pile_id, { ask: 'read_settings', keys: settable.map(({ key }) => key) })
  }

  /** Those that were never heard of again. */
  #tidy(): void {
    for (const [id, { since }] of this.#waiting) if (Date.now() - since > 2 * LONGEST_MS) this.#waiting.delete(id)
  }
}
