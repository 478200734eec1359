import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Uploaded } from '../../shared/endpoints/files.ts'
import { fileAddress, thumbnailAddress } from '../../shared/kit/uploads.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { NOBODY } from '../kit/person.ts'
import { inTransaction } from '../kit/transaction.ts'
import { type Content, type FileStore, StoreFailed } from './file-store.ts'

/** The small picture of an image, beside it in the store. */
export const thumbnailName = (key: string): string => `${key}.thumbnail`

/** A file as it is to be kept, its contents on the local disk. */
export interface Keeping {
  name: string
  folder: 'images' | 'documents' | 'sheets' | 'archives' | 'firmware'
  size: number
  width: number | null
  height: number | null
  kept: boolean
  content: Content
  thumbnail: Content | null
}

/**
 * Stores a file and writes it down. Its content is noted as loose first and taken off that list with the record: whenever
 * the server is killed, each content has a record or goes by itself.
 */
export async function keepFile(store: FileStore, keeping: Keeping, context: Context): Promise<Uploaded> {
  const { db } = context
  const key = randomBytes(16).toString('hex')
  await db.insertInto('file_loose').values({ key }).execute()
  try {
    if (keeping.thumbnail) await store.put(thumbnailName(key), keeping.thumbnail)
    await store.put(key, keeping.content)
  } finally {
    // A store that is no folder of ours leaves them where they were.
    for (const content of [keeping.content, keeping.thumbnail]) if (content) await rm(content.path, { force: true })
  }
  const id = await inTransaction(db, (trx) => writeDown(trx, key, keeping, context))
  return {
    ...{ id, key, name: keeping.name, full_path: `/api${fileAddress(key)}` },
    thumbnail_path: keeping.thumbnail && `/api${thumbnailAddress(key)}`,
    ...{ content_type: keeping.content.type, size_bytes: keeping.size },
    ...{ width: keeping.width, height: keeping.height },
  }
}

async function writeDown(
  trx: Kysely<Database>,
  key: string,
  { name, folder, size, width, height, kept, content }: Keeping,
  context: Context,
): Promise<number> {
  const loose = await trx.deleteFrom('file_loose').where('key', '=', key).returning('key').executeTakeFirst()
  if (!loose) throw new StoreFailed('storing took so long that the content was cleared away')
  const { id, name: owner } = context.person
  // Piles bring files as well, and client apps have files of their own.
  const owner_id = id === NOBODY.id ? null : id
  const record = { key, name, folder, size_bytes: size, content_type: content.type, width, height, kept }
  const made = await trx
    .insertInto('file')
    .values({ ...record, published: false, sha256: content.sha256, owner, owner_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(trx, context, { action: 'upload', entity: 'file', entity_id: made.id, before: null, after: record })
  return made.id
}
