import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '../kit/database/embedded/embedded.ts'
import { runningEmbedded } from '../kit/database/embedded/running.ts'
import { readSettings } from './settings.ts'

/** What `npm run backup` and `npm run restore` are given. */
export function fileArgument(): { file: string | undefined; yes: boolean } {
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true })
  return { file: positionals[0] && resolve(positionals[0]), yes: values.yes ?? false }
}

interface Reached {
  connection: string | pg.ClientConfig
  dataDir: string
}

/** Does work with the database that the settings name; the embedded one is started for it when it does not run. */
export async function withDatabase(work: (reached: Reached) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readSettings()
  const running = databaseUrl ?? runningEmbedded(dataDir)
  if (running) return work({ connection: running, dataDir })
  const embedded = await startEmbedded(dataDir)
  try {
    await work({ connection: embedded.connection, dataDir })
  } finally {
    await embedded.stop()
  }
}

/** Ends with one line where something is wrong. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
