import { type ClientAppMore, clientAppRow } from '../../shared/endpoints/client-apps.ts'
import type { ClientApp, clientApp } from '../../shared/entities/client-app.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { grantsOfApps } from './app-grants.ts'

/** Nobody makes a client app that may do more than they, nor touches one. `forget` is called once a change of one is durable. */
export const clientAppExtension = (forget: () => void): Extension<typeof clientApp> => ({
  row: clientAppRow,
  async extend(rows, { db }) {
    const ids = rows.map(({ id }) => id)
    const found = await db
      .selectFrom('client_app_grant')
      .select(['client_app_id', 'permissions'])
      .where('client_app_id', 'in', ids)
      .execute()
    const of = new Map(found.map(({ client_app_id, permissions }) => [client_app_id, permissions]))
    return rows.map((row): ClientApp & ClientAppMore => ({ ...row, permissions: of.get(row.id) ?? [] }))
  },
  async check(_, { db, person }, before) {
    if (before) refuseMoreThanOwn(person, await grantsOfApps(db, [before.id]))
  },
  async created({ id }, { db, person }) {
    refuseMoreThanOwn(person, await grantsOfApps(db, [id]))
  },
  async updated({ id }, _, { db, person, afterCommit }) {
    refuseMoreThanOwn(person, await grantsOfApps(db, [id]))
    afterCommit(forget)
  },
  async removable(rows, { db, person }) {
    const ids = rows.map(({ id }) => id)
    refuseMoreThanOwn(person, await grantsOfApps(db, ids))
  },
  removed: (_, { afterCommit }) => afterCommit(forget),
})
