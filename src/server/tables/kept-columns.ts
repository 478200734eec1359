import type { Kysely } from 'kysely'
import type { ColumnSetting } from '../../shared/endpoints/shell.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>
type Arrangements = ReadonlyMap<string, ColumnSetting[]>

const byName = (rows: readonly { name: string; columns: ColumnSetting[] }[]): Arrangements =>
  new Map(rows.map(({ name, columns }) => [name, columns]))

/** A person's arrangements by list; of one list when it is named. */
export async function columnsOfPerson(db: Db, user_id: number, name?: string): Promise<Arrangements> {
  const query = db.selectFrom('table_setting').select(['name', 'columns']).where('user_id', '=', user_id)
  return byName(await (name === undefined ? query : query.where('name', '=', name)).execute())
}

/** What everybody has who arranged nothing. */
export async function columnsForAll(db: Db, name?: string): Promise<Arrangements> {
  const query = db.selectFrom('table_default').select(['name', 'columns'])
  return byName(await (name === undefined ? query : query.where('name', '=', name)).execute())
}

interface Arrangement {
  user_id: number
  name: string
  /** Null forgets it. */
  columns: readonly ColumnSetting[] | null
}

export async function keepForPerson(db: Db, { user_id, name, columns }: Arrangement): Promise<void> {
  if (!columns) {
    await db.deleteFrom('table_setting').where('user_id', '=', user_id).where('name', '=', name).execute()
    return
  }
  const kept = JSON.stringify(columns)
  await db
    .insertInto('table_setting')
    .values({ user_id, name, columns: kept })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ columns: kept }))
    .execute()
}

export async function keepForAll(db: Db, name: string, columns: readonly ColumnSetting[] | null): Promise<void> {
  if (!columns) {
    await db.deleteFrom('table_default').where('name', '=', name).execute()
    return
  }
  const kept = JSON.stringify(columns)
  await db
    .insertInto('table_default')
    .values({ name, columns: kept })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ columns: kept }))
    .execute()
}
