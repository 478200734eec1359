import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { owned } from '../kit/process-state.ts'
import { inTransaction } from '../kit/transaction.ts'
import { keepSettings } from './keep-settings.ts'
import type { ConnectedPile, Live, Settings, SettingsReport } from './ports.ts'
import { ReportParts } from './report-parts.ts'

interface Ports {
  db: Kysely<Database>
  live: Live
  /** A pile told all that was asked of it; in the transaction that keeps it. */
  told(pile_id: number, db: Kysely<Database>): Promise<unknown>
}

/** A report under way, and when it began. */
interface Open {
  parts: ReportParts
  at: number
}

/** A report takes no longer; what came of one that did not end stays kept. */
const LONGEST_MS = 3_600_000
/** More are under way at no honest pile. */
const MOST_REPORTS = 8

/**
 * Reports of settings that piles tell in parts. What a part says is kept at once, in whatever order they come; which of them came is this
 * process's own. One that is whole says as well what the pile does not have any more.
 */
export class SettingReports implements Settings {
  readonly #ports: Ports
  readonly #open = new Map<number, Map<number, Open>>()
  readonly state = owned('setting_reports', () => this.#open.size)

  constructor(ports: Ports) {
    this.#ports = ports
  }

  async report({ id }: ConnectedPile, { request, told, ...part }: SettingsReport): Promise<boolean> {
    const { db, live } = this.#ports
    const parts = this.#open.get(id)?.get(request)?.parts ?? new ReportParts()
    const isWhole = parts.isWholeWith(part)
    await inTransaction(db, async (trx) => {
      await keepSettings(trx, id, told, false)
      if (!isWhole) return
      await closeReport(trx, id, request)
      await this.#ports.told(id, trx)
    })
    parts.add(part)
    if (isWhole) this.#forget(id, request)
    else this.#remember(id, request, parts)
    live.changed('pile', id)
    return isWhole
  }

  #remember(pile_id: number, request: number, parts: ReportParts): void {
    const ofPile = this.#open.get(pile_id) ?? new Map<number, Open>()
    for (const [other, { at }] of ofPile) if (Date.now() - at > LONGEST_MS) ofPile.delete(other)
    ofPile.set(request, ofPile.get(request) ?? { parts, at: Date.now() })
    const [oldest] = ofPile.keys()
    if (ofPile.size > MOST_REPORTS && oldest !== undefined) ofPile.delete(oldest)
    this.#open.set(pile_id, ofPile)
  }

  #forget(pile_id: number, request: number): void {
    const ofPile = this.#open.get(pile_id)
    ofPile?.delete(request)
    if (ofPile?.size === 0) this.#open.delete(pile_id)
  }
}

/**
 * A report is whole: of what it was asked for, what it did not name the pile does not have any more. Of those that can be set nothing is taken
 * away: what a pile counts to these is its own matter.
 */
async function closeReport(db: Kysely<Database>, pile_id: number, request: number): Promise<void> {
  await sql`
    with asked as (
      select c.created_at, c.intent::jsonb -> 'only' as only from command c
      where c.id = ${request} and c.pile_id = ${pile_id} and c.action = 'read_settings' and c.intent is not null
    ), gone as (
      delete from pile_setting s using asked a where s.pile_id = ${pile_id} and s.read_at < a.created_at
        and (a.only is null or lower(a.only ->> 'component') = lower(s.component))
    )
    update pile p set configuration_read_at = now() from asked a
      where p.id = ${pile_id} and (a.only is null or jsonb_typeof(a.only) = 'string')`.execute(db)
}
