import type { FastifyInstance } from 'fastify'
import { tableInfo, tableList, tableSave } from '../../shared/endpoints/shell.ts'
import { serve } from '../kit/serve.ts'

/** How each person has arranged their lists. */
export function tableRoutes(app: FastifyInstance): void {
  serve(app, tableList, (_, { db, person }) =>
    db
      .selectFrom('table_setting')
      .select(['name', 'columns'])
      .where('user_id', '=', person.id)
      .orderBy('name')
      .execute(),
  )

  serve(app, tableInfo, async ({ name }, { db, person }) => {
    const setting = await db
      .selectFrom('table_setting')
      .select('columns')
      .where('user_id', '=', person.id)
      .where('name', '=', name)
      .executeTakeFirst()
    return { name, columns: setting?.columns ?? null }
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
