import { existsSync } from 'node:fs'
import pg from 'pg'
import { type Restored, readBackup } from '../kit/database/backup/read.ts'
import { alone } from '../kit/database/presence.ts'
import { fileArgument, runProgram, withDatabase } from './data-programs.ts'

await runProgram(async () => {
  const { file, yes } = fileArgument()
  if (!file) throw new Error('Name the backup: npm run restore -- file --yes')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  await withDatabase(async ({ connection, contents }) => {
    const there = await whatIsThere(connection)
    if (there && !yes) throw new Error(`The database holds ${there}, which would be replaced. Add --yes to do so.`)
    const restored = await alone(connection, (client) => readBackup(client, file, contents))
    process.stdout.write(`The database is as it was at ${restored.made_at}.\n`)
    for (const line of filesTold(restored)) process.stderr.write(`${line}\n`)
  })
})

/** What became of the files beside the database, where not all is as it was. */
function filesTold({ left_out, missing }: Restored): string[] {
  return [
    ...(left_out > 0
      ? [
          `${left_out} file contents of the backup were left out: FILES_S3_* names a bucket, which keeps its own. How to have them too is in docs/operating.md.`,
        ]
      : []),
    ...(missing > 0
      ? [`${missing} file contents are not in the backup: it was made with a bucket, or they were gone already.`]
      : []),
  ]
}

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
