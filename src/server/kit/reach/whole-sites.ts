import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { Refusal } from '../refusal.ts'
import { reached } from './within.ts'

/** Anyone who reaches some of a record's sites sees it; who reaches not all of them, with all of their piles, changes nothing of it. */
export async function refusePart(
  db: Kysely<Database>,
  person: Person,
  sites: readonly number[],
  why: string,
): Promise<void> {
  const { rows } = await sql<{ strange: boolean }>`
    select exists (select from site s where s.id = any(${[...sites]}::bigint[]) and (${reached(person, 'site', 's')}) is not true)
      or exists (select from pile p where p.site_id = any(${[...sites]}::bigint[]) and p.archived_at is null
        and (${reached(person, 'pile', 'p')}) is not true) as strange`.execute(db)
  if (rows[0]?.strange) throw new Refusal(403, why)
}
