import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { runProgram, temporaryFolder } from '../setup/process.ts'

let database: FreshDatabase
const folder = temporaryFolder()
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const run = async (...args: string[]) => {
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path }
  const program = runProgram('src/server/app/reset-factors.ts', env, args)
  return { code: await program.ended, said: program.said() }
}
const factorsOf = (user_id: number) =>
  database.db.selectFrom('second_factor_of').select('user_id').where('user_id', '=', user_id).execute()

/** Four programs that each start from their sources. */
const PATIENCE_MS = 180_000

test(
  'anyone who has the machine takes the second steps from an account by name, and says so twice',
  async () => {
    const { id, user_name } = await makeUser(database.db)
    await database.db.insertInto('totp').values({ user_id: id, secret_sealed: 'g1$x', last_step: 0 }).execute()
    expect(await run()).toEqual({ code: 1, said: 'Name the account: npm run reset-factors -- account --yes\n' })
    expect(await run('nobody-at-all', '--yes')).toEqual({ code: 1, said: 'There is no account nobody-at-all.\n' })
    expect(await run(user_name)).toMatchObject({ code: 1, said: expect.stringContaining('Add --yes') })
    expect(await factorsOf(id)).toHaveLength(1)
    expect(await run(user_name.toUpperCase(), '--yes')).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${user_name} had 1 second steps`),
    })
    expect(await factorsOf(id)).toEqual([])
    const written = await database.db
      .selectFrom('audit_entry')
      .select(['user_id', 'agent', 'entity_id'])
      .where('action', '=', 'reset_factors')
      .execute()
    expect(written).toEqual([{ user_id: null, agent: 'npm run reset-factors', entity_id: id }])
  },
  PATIENCE_MS,
)
