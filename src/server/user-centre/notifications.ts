import { sql } from 'kysely'
import { TODO_KINDS } from '../../shared/endpoints/todos.ts'
import type { saveNotifications } from '../../shared/endpoints/user-centre.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'

type Ways = Parsed<typeof saveNotifications>['ways']

export async function waysOf({ db, person }: Context): Promise<Ways> {
  const kept = await db
    .selectFrom('notification_setting')
    .select('ways')
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  return kept?.ways ?? {}
}

/** Anyone who wants to be told of nothing up to now is told of what comes from now on, not of all that waits already. */
export async function keepWays({ ways: asked }: { ways: Ways }, { db, person }: Context): Promise<null> {
  const chosen = TODO_KINDS.flatMap((kind) => (asked[kind]?.length ? [[kind, [...new Set(asked[kind])]] as const] : []))
  const ways = JSON.stringify(Object.fromEntries(chosen))
  const newest = sql<number>`(select coalesce(max(id), 0) from matter)`
  await db
    .insertInto('notification_setting')
    .values({ user_id: person.id, ways, told_to: newest })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ways,
        told_to: sql<number>`case when notification_setting.ways = '{}' then ${newest} else notification_setting.told_to end`,
      }),
    )
    .execute()
  return null
}
