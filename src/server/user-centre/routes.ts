import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ownAccount } from '../../shared/endpoints/own-account.ts'
import { ownPreferences, savePreferences } from '../../shared/endpoints/preferences.ts'
import {
  askContactCode,
  confirmContact,
  notificationSettings,
  saveAvatar,
  saveLanguage,
  saveNotifications,
} from '../../shared/endpoints/user-centre.ts'
import { user } from '../../shared/entities/user.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { holdFiles } from '../kit/crud/file-uses.ts'
import { holdReferences } from '../kit/reach/hold.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { keepContact, sendContactCode } from './contacts.ts'
import { keepWays, waysOf } from './notifications.ts'
import type { UserCentrePorts } from './ports.ts'
import { keepPreferences, preferencesOf } from './preferences.ts'

/** What a person sees and changes of themselves. */
export function userCentreRoutes(app: FastifyInstance, ports: UserCentrePorts): void {
  serve(app, ownAccount, (_, context) => accountOf(context))
  serve(app, saveAvatar, async ({ avatar }, { db, person }) => {
    await holdReferences(db, person, user, { avatar })
    await holdFiles(db, user, person.id, { avatar })
    await changeOwn({ db, person }, { avatar })
    return { id: person.id }
  })
  serve(app, saveLanguage, async ({ language }, context) => {
    await changeOwn(context, { language })
    return null
  })
  serve(app, askContactCode, (asked, context) => sendContactCode(asked, context, ports))
  serve(app, confirmContact, (confirmed, context) => keepContact(confirmed, context, ports))
  serve(app, notificationSettings, async (_, context) => ({
    ways: await waysOf(context),
    kinds: ports.kindsOf(context.person),
  }))
  serve(app, saveNotifications, keepWays)
  serve(app, ownPreferences, (_, context) => preferencesOf(context))
  serve(app, savePreferences, keepPreferences)
}

async function accountOf({ db, person }: Context): Promise<Data<typeof ownAccount>> {
  const { rows } = await sql<Data<typeof ownAccount>>`
    select u.id, u.user_name, u.name, u.avatar, u.language, u.created_at, d.name as dept,
      array(select r.name from role r join user_role ur on ur.role_id = r.id
        where ur.user_id = u.id order by r.sort, r.id) as roles,
      json_build_object('sms', u.phone, 'mail', u.email, 'wechat', s.wechat) as contacts
    from users u left join dept d on d.id = u.dept_id left join notification_setting s on s.user_id = u.id
    where u.id = ${person.id}`.execute(db)
  // A client app is signed in without being a user.
  if (!rows[0]) throw notFound()
  return rows[0]
}

const changeOwn = (
  { db, person }: Pick<Context, 'db' | 'person'>,
  change: { avatar: string | null } | { language: Language },
) =>
  db
    .updateTable('users')
    .set({ ...change, updated_at: new Date().toISOString() })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', person.id)
    .execute()
