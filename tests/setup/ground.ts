import { afterAll, beforeAll } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { type Ground, temporaryFolder } from './process.ts'

/** What servers stand on that a file's tests start and kill: a database and a data folder, which outlive them. Call it at the top of the file. */
export function groundOfServers(): Ground & { readonly database: FreshDatabase } {
  const folder = temporaryFolder()
  let database: FreshDatabase | undefined
  beforeAll(async () => {
    database = await freshDatabase(5)
  })
  afterAll(async () => {
    await database?.drop()
    folder.remove()
  })
  return {
    folder,
    get database() {
      if (!database) throw new Error('the database is there once tests run')
      return database
    },
  }
}
