import { sql } from 'kysely'
import type { ownPreferences, savePreferences } from '../../shared/endpoints/preferences.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context, Looking } from '../kit/context.ts'

/** What a person chose of the console's looks; a client app has chosen nothing. */
export async function preferencesOf({ db, person }: Looking): Promise<Data<typeof ownPreferences>> {
  const kept = await db
    .selectFrom('users')
    .leftJoin('user_preference', 'user_id', 'users.id')
    .select(['kept', 'language'])
    .where('users.id', '=', person.id)
    .executeTakeFirst()
  return { ...kept?.kept, language: kept?.language ?? null }
}

export async function keepPreferences(given: Parsed<typeof savePreferences>, { db, person }: Context): Promise<null> {
  await sql`insert into user_preference (user_id, kept)
    select id, ${JSON.stringify(given)}::jsonb from users where id = ${person.id}
    on conflict (user_id) do update set kept = user_preference.kept || excluded.kept`.execute(db)
  return null
}
