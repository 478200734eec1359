import { existsSync } from 'node:fs'
import pg from 'pg'
import { readBackup } from '../kit/database/backup/read.ts'
import { alone } from '../kit/database/presence.ts'
import { fileArgument, runProgram, withDatabase } from './data-programs.ts'

await runProgram(async () => {
  const { file, yes } = fileArgument()
  if (!file) throw new Error('Name the backup: npm run restore -- file --yes')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  await withDatabase(async ({ connection, contents }) => {
    const there = await whatIsThere(connection)
    if (there && !yes) throw new Error(`The database holds ${there}, which would be replaced. Add --yes to do so.`)
    const { made_at } = await alone(connection, (client) => readBackup(client, file, contents))
    process.stdout.write(`The database is as it was at ${made_at}.\n`)
  })
})

/** For a person who is about to lose it. */
async function whatIsThere(connection: string | pg.ClientConfig): Promise<string | null> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows: tables } = await client.query(`select to_regclass('public.orders') is not null as made`)
    if (!tables[0].made) return null
    const { rows } = await client.query(
      `select (select count(*) from site) as sites, (select count(*) from pile) as piles, (select count(*) from orders) as orders`,
    )
    const { sites, piles, orders } = rows[0]
    return Number(sites) + Number(piles) + Number(orders) ? `${sites} sites, ${piles} piles and ${orders} orders` : null
  } finally {
    await client.end()
  }
}
