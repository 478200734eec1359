import { sql } from 'kysely'
import type { Command } from '../../shared/entities/command.ts'
import { Loop } from '../kit/loop.ts'
import { NOBODY } from '../kit/person.ts'
import { derived } from '../kit/process-state.ts'
import { inTransaction } from '../kit/transaction.ts'
import { cancelOne } from './control.ts'
import {
  type CampaignDeps,
  type CampaignWork,
  type CancelCampaign,
  type Start,
  type StartCampaign,
  type Starting,
  USUAL,
} from './ports.ts'
import { advance, forgetArchived, giveUp, noteWaiting, runningCampaigns, stopTooBad } from './progress.ts'
import { MOST_TOGETHER, type Running, type Sent, sendNext, sendOn } from './send.ts'
import { type Moved, type Settled, settle, unsettled } from './settle.ts'

/** Campaigns in which something moved, and how many piles of each were asked with it. */
interface Steps {
  moved: ReadonlySet<number>
  asked: ReadonlyMap<number, number>
}

interface Together {
  rows: readonly Settled[]
  asked: ReadonlyMap<number, Sent>
}

/**
 * Brings something to many piles: at most so many at once, those that are offline or charge when they can be asked, again those that
 * do not answer. All of it is in the database: a target and its command are written in one transaction, so that a server that is killed goes on where it
 * was and asks nobody twice for what it knows. Each process asks the piles whose sockets it has.
 */
export class Campaigns implements StartCampaign, CancelCampaign {
  readonly #deps: CampaignDeps
  readonly #works: ReadonlyMap<string, CampaignWork>
  readonly #loop = new Loop(() => this.#step())
  /** Commands of which something became known. */
  #moved = new Set<number>()
  readonly state = derived('moved_commands', () => this.#moved.size)
  #settledAll = false

  constructor(deps: CampaignDeps) {
    this.#deps = deps
    this.#works = new Map(deps.works.map((work) => [work.action, work]))
  }

  /** Writes a campaign down in the caller's transaction and begins once that is durable. Gives its identity. */
  async start(
    { action, name, payload, targets, rules }: Start,
    { db, person, afterCommit }: Starting,
  ): Promise<number> {
    const { at_once, tries, pause_seconds, wait_hours, idle_only, pilot, stop_percent, window } = { ...USUAL, ...rules }
    const { id } = await db
      .insertInto('campaign')
      .values({
        ...{
          name,
          action,
          payload: JSON.stringify(payload),
          asked_by: person.id === NOBODY.id ? null : person.name,
          created_by: person.id === NOBODY.id ? null : person.id,
          state: 'running',
        },
        ...{ at_once, tries, pause_seconds, idle_only, pilot, stop_percent },
        ...{ window_from: window?.from ?? null, window_to: window?.to ?? null },
        until: sql<string>`now() + make_interval(secs => ${wait_hours * 3600})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into campaign_target (campaign_id, pile_id, site_id, connector_number, wave)
      select ${id}, p.id, p.site_id, t.connector, case when t.place <= ${pilot ?? targets.length} then 1 else 2 end
      from unnest(${targets.map(({ pile_id }) => pile_id)}::bigint[], ${targets.map((each) => each.connector_number)}::int[])
        with ordinality t(pile, connector, place) join pile p on p.id = t.pile
      order by t.place`.execute(db)
    afterCommit(() => {
      this.#deps.changed('campaign', id)
      this.wake()
    })
    return id
  }

  async cancel(id: number, { db, afterCommit }: Pick<Starting, 'db' | 'afterCommit'>): Promise<void> {
    if (await cancelOne(db, id)) afterCommit(() => this.#deps.changed('campaign', id))
  }

  /** Something became of a command; of whatever command there is. Settled together. That it is sent is written with the target. */
  moved({ id, status }: { id: number; status: Command['status'] }): void {
    if (status === 'sent') return
    this.#moved.add(id)
    this.#loop.soon()
  }

  /** Begins what can begin. What fails is tried again, and logged, by the sweep. */
  wake(): void {
    void this.#loop.wake().catch(() => {})
  }

  /** Asks those piles of this process whose time has come; to be called every second or so. */
  sweep(): Promise<void> {
    return this.#loop.wake()
  }

  /** Looks for what came due by time alone, at whatever pile, and for what a node that was lost left; to be called every second or so. */
  async look(): Promise<void> {
    const { db, piles } = this.#deps
    const running = await runningCampaigns(db)
    const connected = piles.connectedPiles()
    for (const campaign of running)
      for (const id of await noteWaiting(db, campaign, connected)) this.#deps.changed('campaign_target', id)
    this.#tell([...(await giveUp(db)), ...(await forgetArchived(db))])
    for (const campaign of running) await this.#advance(campaign)
    for (const id of await unsettled(db)) this.#moved.add(id)
    if (this.#moved.size) this.#loop.soon()
  }

  stop = (): Promise<void> => this.#loop.stop()

  async #step(): Promise<boolean> {
    const { moved, asked } = await this.#settle()
    let isMore = false
    for (const campaign of await runningCampaigns(this.#deps.db))
      if (await this.#goOn(campaign, moved.has(campaign.id), asked.get(campaign.id))) isMore = true
    return isMore
  }

  /**
   * Whether it may go on at once. Its targets are counted where a share of them would stop it, or where it may be over. `asked`: how many were
   * asked with what moved.
   */
  async #goOn(campaign: Running, hasMoved: boolean, asked?: number): Promise<boolean> {
    if (hasMoved && campaign.stop_percent !== null && (await this.#advance(campaign))) return true
    const sent = asked ?? (await this.#send(campaign))
    if (hasMoved && sent === 0 && campaign.stop_percent === null) return await this.#advance(campaign)
    return sent === MOST_TOGETHER
  }

  /** The campaigns in which something moved, and of how many of their piles were asked with it. */
  async #settle(): Promise<Steps> {
    const commands = this.#moved
    this.#moved = new Set()
    if (this.#settledAll && !commands.size) return { moved: new Set(), asked: new Map() }
    try {
      // The first time all of them: what an earlier start had under way.
      const which = this.#settledAll ? [...commands] : null
      const { rows, asked } = await this.#settleAndAsk(which)
      this.#settledAll = true
      this.#tell(rows)
      for (const [id, sent] of asked) this.#sendAll(id, sent)
      return {
        moved: new Set(rows.map(({ campaign_id }) => campaign_id)),
        asked: new Map([...asked].map(([id, { changed }]) => [id, changed.length])),
      }
    } catch (error) {
      for (const id of commands) this.#moved.add(id)
      throw error
    }
  }

  /** What piles answered and what the next are asked for, in one transaction: a pile waits for one commit less. */
  async #settleAndAsk(which: readonly number[] | null): Promise<Together> {
    const { db, piles } = this.#deps
    try {
      return await inTransaction(db, async (trx) => {
        const rows = await this.#settleIn(trx, which)
        const asked = new Map<number, Sent>()
        for (const [id, action] of new Map(rows.map((row) => [row.campaign_id, row.action]))) {
          const work = this.#works.get(action)
          const sent = work && (await sendOn(trx, { id }, { work, piles }))
          if (sent) asked.set(id, sent)
        }
        return { rows, asked }
      })
    } catch {
      // A campaign that cannot ask on keeps no other from what its piles answered. Why it cannot is said when it asks by itself.
      return { rows: await inTransaction(db, (trx) => this.#settleIn(trx, which)), asked: new Map() }
    }
  }

  async #settleIn(trx: CampaignDeps['db'], which: readonly number[] | null): Promise<Settled[]> {
    const rows = await settle(trx, this.#works, which)
    await stopTooBad(trx, [...new Set(rows.map(({ campaign_id }) => campaign_id))])
    return rows
  }

  async #send(campaign: Running): Promise<number> {
    const { db, piles } = this.#deps
    const work = this.#works.get(campaign.action)
    if (!work) return 0
    const sent = await inTransaction(db, (trx) => sendNext(trx, campaign, { work, piles }))
    this.#sendAll(campaign.id, sent)
    return sent.changed.length
  }

  /** Once it is durable. */
  #sendAll(id: number, { send, changed }: Sent): void {
    for (const each of send) void each()
    for (const target of changed) this.#deps.changed('campaign_target', target)
    if (changed.length) this.#deps.changed('campaign', id)
  }

  async #advance(campaign: Running): Promise<boolean> {
    const isOther = await advance(this.#deps.db, campaign)
    if (isOther) this.#deps.changed('campaign', campaign.id)
    return isOther
  }

  #tell(rows: readonly Moved[]): void {
    for (const { id } of rows) this.#deps.changed('campaign_target', id)
    for (const id of new Set(rows.map(({ campaign_id }) => campaign_id))) this.#deps.changed('campaign', id)
  }
}
