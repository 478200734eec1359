import { sql } from 'kysely'
import { type ClientAppMore, clientAppRow } from '../../shared/endpoints/client-apps.ts'
import type { ClientApp, clientApp } from '../../shared/entities/client-app.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { grantsOfApps } from '../kit/grants.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { isForPeople } from '../kit/person.ts'
import { refuseNoneChosen } from '../kit/reach/named-scope.ts'
import { wrongField } from '../kit/refusal.ts'
import { rightsOfApps } from './app-rights.ts'
import type { ClientAppPorts } from './ports.ts'

/** Nobody makes a client app that may do more than they, nor touches one. `forget` is called once a change of one is durable. */
export const clientAppExtension = (
  { people }: Pick<ClientAppPorts, 'people'>,
  forget: () => void,
): Extension<typeof clientApp> => ({
  row: clientAppRow,
  async extend(rows, { db }) {
    const ids = rows.map(({ id }) => id)
    const rights = await rightsOfApps(db, people, ids)
    return rows.map((row): ClientApp & ClientAppMore => {
      const { permissions = [], lapsed = [] } = rights.get(row.id) ?? {}
      return { ...row, permissions: [...permissions], lapsed: [...lapsed] }
    })
  },
  async check(app, { db, person }, before) {
    if (before) refuseMoreThanOwn(person, await grantsOfApps(db, [before.id]))
    refuseNoneChosen({ dept_id: null, ...app }, before)
    await refuseForPeople(
      db,
      app.menu_ids.filter((id) => !before?.menu_ids.includes(id)),
    )
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

/** Entries that give what only people may do would give nothing. */
async function refuseForPeople(db: Context['db'], menuIds: readonly number[]): Promise<void> {
  if (!menuIds.length) return
  const { rows } = await sql<{ code: string }>`
    select distinct code from menu_code where menu_id = any(${[...menuIds]}::bigint[]) order by code`.execute(db)
  const codes = rows.map(({ code }) => code).filter(isForPeople)
  if (codes.length) throw wrongField('menu_ids', 'refusals:not_for_apps', { permissions: codes.join(', ') })
}
