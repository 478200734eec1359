import { type Kysely, sql } from 'kysely'
import type { SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import {
  type CannotTake,
  cannotTake,
  TAKES_KEYS,
  type Takes,
  takesOf,
} from '../../shared/domain/charging-profiles/takes.ts'
import type { Database } from '../kit/database/tables.ts'
import { saidOrMost } from '../kit/kept-setting.ts'
import type { HasWords } from './ports.ts'

type Db = Kysely<Database>

interface Told {
  pile_id: number
  settings: { key: string; value: string | null }[]
}

/** What each of these piles takes, by what it last said of its settings. */
export async function takesOfPiles(db: Db, pile_ids: readonly number[]): Promise<Map<number, Takes>> {
  const keys = TAKES_KEYS.map((key) => key.toLowerCase())
  const { rows } = await sql<Told>`
    select p.id as pile_id, coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'value', ${saidOrMost})) filter (where s.key is not null), '[]')
      as settings
    from unnest(${[...pile_ids]}::bigint[]) p(id) left join pile_setting s on s.pile_id = p.id and lower(s.key) = any(${keys}::text[])
    group by p.id`.execute(db)
  return new Map(rows.map(({ pile_id, settings }) => [pile_id, takesOf(settings)]))
}

/** Which stack levels the piles of a site take, of those that said; see `profileSite`. */
export async function levelsOfSite(db: Db, site_id: number): Promise<{ all: number; some: number } | null> {
  const piles = await db
    .selectFrom('pile')
    .select('id')
    .where('site_id', '=', site_id)
    .where('archived_at', 'is', null)
    .execute()
  const takes = await takesOfPiles(
    db,
    piles.map(({ id }) => id),
  )
  const levels = [...takes.values()].flatMap(({ max_stack_level }) => max_stack_level ?? [])
  return levels.length > 0 ? { all: Math.min(...levels), some: Math.max(...levels) } : null
}

interface Wanted {
  profile: SentProfile
  connector_number: number
}

/** Which of these piles cannot take a profile, and why; one that said nothing may take any. */
export async function pilesThatCannot(
  db: Db,
  pile_ids: readonly number[],
  { profile, connector_number }: Wanted,
  hasWords: HasWords,
): Promise<Map<number, CannotTake>> {
  const [takes, spoken, others] = await Promise.all([
    takesOfPiles(db, pile_ids),
    db
      .selectFrom('pile')
      .select(['id', 'protocol'])
      .where('id', 'in', [0, ...pile_ids])
      .execute(),
    // What is there of the same number, or of the same purpose and level at the place, gives way (OCPP 1.6, 3.13.2).
    sql<{ pile_id: number; held: number }>`
      select pile_id, count(*)::int as held from installed_profile
      where pile_id = any(${[...pile_ids]}::bigint[]) and charging_profile_id <> ${profile.id}
        and (connector_number, purpose, stack_level)
          <> (${connector_number}, ${profile.charging_profile_purpose}, ${profile.stack_level})
      group by pile_id`.execute(db),
  ])
  const held = new Map(others.rows.map((row) => [row.pile_id, row.held]))
  const found = new Map<number, CannotTake>()
  const wordless = new Set(
    spoken.flatMap(({ id, protocol }) => (protocol === null || hasWords(protocol, profile) ? [] : [id])),
  )
  for (const [pile_id, own] of takes) {
    const why = wordless.has(pile_id)
      ? { code: 'takes_version' as const, figure: '' }
      : cannotTake(profile, own, held.get(pile_id) ?? 0)
    if (why) found.set(pile_id, why)
  }
  return found
}
