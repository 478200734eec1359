import { type Kysely, sql } from 'kysely'
import { FALLBACK } from '../../shared/kit/languages.ts'
import { removeFactors } from '../auth/factors/second-factors.ts'
import { audit } from '../kit/audit.ts'
import { openDatabase } from '../kit/database/pool.ts'
import type { Database } from '../kit/database/tables.ts'
import { NOBODY } from '../kit/person.ts'
import { inTransaction } from '../kit/transaction.ts'
import { programArguments, runProgram, withDatabase } from './data-programs.ts'

const CHANGE = { action: 'reset_factors', entity: 'user', before: null } as const

async function accountCalled(db: Kysely<Database>, account: string) {
  return db
    .selectFrom('users')
    .select(['id', 'user_name'])
    .where(sql<boolean>`lower(user_name) = lower(${account})`)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** Nobody who is signed in: anyone who reads the change log sees that it was done on the machine. */
const machine = (db: Kysely<Database>) => ({
  ...{ db, primary: db, person: NOBODY, address: '', origin: '', language: FALLBACK },
  agent: 'npm run reset-factors',
  clientTime: null,
  afterCommit: () => {},
})

/**
 * `npm run reset-factors -- account --yes` takes all second steps from an account whose person lost them: the way of who has the
 * machine and nobody else to ask. The password is still asked for.
 */
await runProgram(async () => {
  const { first: account, yes } = programArguments()
  if (!account) throw new Error('Name the account: npm run reset-factors -- account --yes')
  await withDatabase(async ({ connection }) => {
    const { db, close } = openDatabase(connection, { max: 1 })
    try {
      const user = await accountCalled(db, account)
      if (!user) throw new Error(`There is no account ${account}.`)
      if (!yes) throw new Error(`The two-step sign-in of ${user.user_name} would be removed. Add --yes to do so.`)
      const removed = await inTransaction(db, async (trx) => {
        const steps = await removeFactors(trx, user.id)
        await audit(trx, machine(trx), { ...CHANGE, entity_id: user.id, after: { removed: steps } })
        return steps
      })
      process.stdout.write(
        `${user.user_name} had ${removed} second steps; they are removed, and its sign-ins have ended.\n`,
      )
    } finally {
      await close()
    }
  })
})
