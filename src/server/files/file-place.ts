import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { keepOnce } from '../kit/keep-once.ts'
import { forgetUnused, removeHalfReceived, removeLoose } from './clear-away.ts'
import { FolderStore } from './folder-store.ts'
import { forgetParts } from './photos/photo-parts.ts'
import type { Files } from './routes.ts'
import { type S3Place, S3Store } from './s3-store.ts'

const DAY_MS = 86_400_000

interface Place {
  folder: string
  s3: S3Place | null
}

/** Where files are kept: in this folder, or in a bucket, with the folder for what is just arriving. */
export const filesAt = ({ folder, s3 }: Place): Files => ({
  store: s3 ? new S3Store(s3) : new FolderStore(folder),
  incoming: join(folder, 'incoming'),
})

/** What nodes that keep files at one place have in common: a mark in a folder that is mounted at each, or the bucket's name. */
export function markOf({ folder, s3 }: Place): string {
  if (s3) return `${s3.endpoint} ${s3.bucket}`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return keepOnce(join(folder, 'place.id'), randomUUID)
}

/** What was cleared away: records that nobody came to use, contents that nothing names, uploads that never ended. */
export interface ClearedAway {
  records: number
  contents: number
  uploads: number
}

/** Takes away what nobody uses and what nothing names. */
export async function clearAwayFiles(
  db: Kysely<Database>,
  { store, incoming }: Files,
  now = Date.now(),
): Promise<ClearedAway> {
  const records = await forgetUnused(db, now)
  const contents = await removeLoose(db, store, now)
  const received = await removeHalfReceived(incoming, now)
  const photos = await forgetParts(db, new Date(now - DAY_MS).toISOString())
  return { records, contents, uploads: received + photos + (await store.removeBroken(now - DAY_MS)) }
}
