import type { Kysely } from 'kysely'
import type { CommandName } from '../../shared/commands/index.ts'
import type { Ask, Intent } from '../../shared/domain/intent.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'

/** A pile, or one of its connectors. */
export interface Target {
  pile_id: number
  connector_number: number | null
}

/** A target as the campaign keeps it. */
export interface KeptTarget extends Target {
  id: number
}

/** What a work waits for itself, and for how long until it is asked again. */
export interface Wait {
  wait: 'certificate'
  seconds: number
}

/** How one of several calls to a pile ended. */
export interface Ended {
  /** What it was asked for, without secrets. */
  intent: Intent | null
  state: 'done' | 'accepted' | 'refused' | 'failed'
  /** The pile's own word. */
  word: string | null
}

/** Something that can be brought to many piles. What it is called in the commands' table is its name. */
export interface CampaignWork {
  readonly action: CommandName
  /** A pile counts among those that are asked at once until its answer, or until its effect. */
  readonly holds: 'answer' | 'effect'
  /** Words at which its place is free all the same: it waits for a time, and the others need not wait with it. */
  readonly rests?: readonly string[]
  /** It does no harm to ask again where no answer came: for all of it, or for these of its calls. */
  readonly repeatable: boolean | readonly Ask[]
  /** What this target is asked for, or why it cannot be: a word that its row shows. Or what it waits for before it is looked at again. */
  intentOf(target: KeptTarget, payload: object, db: Kysely<Database>): Promise<Intent | { impossible: string } | Wait>
  /** How far a target is, in the work's own words, by its state, the pile's latest word and what it was asked for; kept with it. */
  stepOf?(state: TargetState, word: string | null, intent: Intent | null): string | null
  /** What is kept of a pile's word, where the work knows a plainer one for it. */
  saidOf?(word: string, of: { intent: Intent | null; state: TargetState }): string
  /** In the transaction that keeps that the pile did it. */
  done?(target: Target, payload: object, db: Kysely<Database>): Promise<void>
  /**
   * Of work that takes several calls to each pile. In the transaction that settles one of them: null when the pile is asked for the
   * next (by `intentOf`), else how its target ends; undefined: as its call did.
   */
  next?(
    target: KeptTarget,
    ended: Ended,
    payload: object,
    db: Kysely<Database>,
  ): Promise<{ state: TargetState; said: string | null } | null | undefined>
}

/** With what care piles are asked. */
export interface Rules {
  at_once: number
  tries: number
  pause_seconds: number
  /** How long a pile that cannot be asked now is waited for. */
  wait_hours: number
  idle_only: boolean
  /** So many piles first. */
  pilot: number | null
  stop_percent: number | null
  /** Minutes of the day in the site's time, the second not included. */
  window: { from: number; to: number } | null
}

export const USUAL: Rules = {
  at_once: 50,
  tries: 3,
  pause_seconds: 60,
  wait_hours: 24,
  idle_only: false,
  pilot: null,
  stop_percent: null,
  window: null,
}

/** What campaigns need of the piles' side. */
export interface PileSockets {
  /** Those that have a socket at this process. */
  connectedPiles(): number[]
  /** Writes commands down; null for each whose pile has as many waiting as it can take. */
  writeAll(
    asks: readonly (Target & { intent: Intent; asked_by: string | null; one_of_many: true })[],
    db: Kysely<Database>,
  ): Promise<({ id: number; send: () => Promise<unknown> } | null)[]>
}

export interface CampaignDeps {
  db: Kysely<Database>
  piles: PileSockets
  works: readonly CampaignWork[]
  changed(entity: string, id: number): void
}

/** What a campaign is started with. */
export interface Start {
  action: CampaignWork['action']
  name: string
  payload: object
  targets: readonly Target[]
  /** What is not said is as usual. */
  rules: Partial<Rules>
}

/** On whose behalf, in which transaction. */
export type Starting = Pick<Context, 'db' | 'afterCommit'> & { person: Pick<Context['person'], 'id' | 'name'> }

/** Writes a campaign down in the caller's transaction; gives its identity. One that nobody asked for (NOBODY) is the server's own. */
export interface StartCampaign {
  start(campaign: Start, starting: Starting): Promise<number>
}

/** Cancels one that is not over, in the caller's transaction; what is under way ends. */
export interface CancelCampaign {
  cancel(id: number, starting: Pick<Starting, 'db' | 'afterCommit'>): Promise<void>
}
