import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { backupContents } from '../files/backup-contents.ts'
import { filesAt } from '../files/file-place.ts'
import type { Contents } from '../kit/database/backup/contents.ts'
import { startEmbedded } from '../kit/database/embedded/embedded.ts'
import { runningEmbedded } from '../kit/database/embedded/running.ts'
import { readSettings } from './settings.ts'

/** What such a program is given: what it is about, and whether that was meant. */
export function programArguments(): { first: string | undefined; yes: boolean } {
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true })
  return { first: positionals[0], yes: values.yes ?? false }
}

/** What `npm run backup` and `npm run restore` are given. */
export function fileArgument(): { file: string | undefined; yes: boolean } {
  const { first, yes } = programArguments()
  return { file: first && resolve(first), yes }
}

interface Reached {
  connection: string | pg.ClientConfig
  dataDir: string
  /** What lies beside the database; null when a bucket has it. */
  contents: Contents | null
}

/** Does work with the database that the settings name; the embedded one is started for it when it does not run. */
export async function withDatabase(work: (reached: Reached) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir, files } = readSettings()
  const contents = files.s3 ? null : backupContents(filesAt(files))
  const running = databaseUrl ?? runningEmbedded(dataDir)
  if (running) return work({ connection: running, dataDir, contents })
  const embedded = await startEmbedded(dataDir)
  try {
    await work({ connection: embedded.connection, dataDir, contents })
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
