import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { type ColumnSetting, tableInfo, tableList, tableSave } from '../../shared/endpoints/shell.ts'
import { entities } from '../../shared/entities/index.ts'
import { ownColumns } from '../../shared/kit/columns.ts'
import { type Entity, permissionOf } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { may } from '../kit/person.ts'
import { serve } from '../kit/serve.ts'

const listed = Object.values(entities as Record<string, Entity>).filter(({ calls }) => calls.list)

/** The columns that an entity's list has before anybody arranges them. */
const defaultsOf = (entity: Entity | undefined): ColumnSetting[] =>
  entity ? ownColumns(entity).map(({ key, hidden }) => ({ prop: key, hidden })) : []

/** How each person has arranged their lists. */
export function tableRoutes(app: FastifyInstance): void {
  serve(app, tableList, async (_, { db, person }) => {
    const settings = await settingsOf(db, person.id)
    return listed
      .filter((entity) => may(person, permissionOf(entity, 'list')))
      .map((entity) => {
        const own = settings.get(entity.name)
        return { name: entity.name, columns: own ?? defaultsOf(entity), arranged: own !== undefined }
      })
  })

  serve(app, tableInfo, async ({ name }, { db, person }) => {
    const settings = await settingsOf(db, person.id, name)
    const defaults = defaultsOf(listed.find((entity) => entity.name === name))
    return { name, columns: settings.get(name) ?? null, defaults }
  })

  serve(app, tableSave, async ({ name, columns: arranged }, { db, person }) => {
    if (!arranged) {
      await db.deleteFrom('table_setting').where('user_id', '=', person.id).where('name', '=', name).execute()
      return null
    }
    const columns = JSON.stringify(arranged)
    await db
      .insertInto('table_setting')
      .values({ user_id: person.id, name, columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ columns }))
      .execute()
    return null
  })
}

/** A person's arrangements by list; of one list when it is named. */
async function settingsOf(db: Kysely<Database>, person: number, name?: string): Promise<Map<string, ColumnSetting[]>> {
  const rows = await db
    .selectFrom('table_setting')
    .select(['name', 'columns'])
    .where('user_id', '=', person)
    .$if(name !== undefined, (query) => query.where('name', '=', name as string))
    .execute()
  return new Map(rows.map((row) => [row.name, row.columns]))
}
