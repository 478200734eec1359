import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { MOST_PHOTOS } from '../../../shared/domain/photos.ts'
import type { Context } from '../../kit/context.ts'
import { entityNamed } from '../../kit/crud/columns.ts'
import { holdFiles } from '../../kit/crud/file-uses.ts'
import type { Database } from '../../kit/database/tables.ts'
import { iso } from '../../kit/instants.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { contentKind } from '../content-kind.ts'
import { keepFile } from '../keep-file.ts'
import { isImageType, makePicture } from '../picture.ts'
import { refusalOfStore, refusedFile } from '../refusals.ts'
import type { Files } from '../routes.ts'
import { contentOf, type PhotoName, receivedOf, removeParts } from './photo-parts.ts'

interface Said {
  key: string
  size_bytes: number
  taken_at?: string | undefined
}

/** Which record gets the photo. */
export interface Holder {
  entity: 'alarm' | 'work_order' | 'inspection'
  id: number
  /** Of which item of a check list it is. */
  item?: number | null | undefined
}

/** Parts are missing, or the server was restored and lost them: the phone asks how much there is, and sends the rest. */
const incomplete = () => new Refusal(409, 'files:photo_incomplete')

/** The key of the photo's file, where it has become a record's already. */
const keptAs = (db: Kysely<Database>, { user_id, key }: PhotoName) =>
  db.selectFrom('photo').select('file_key').where('key', '=', key).where('user_id', '=', user_id).executeTakeFirst()

export const isKept = async (db: Kysely<Database>, name: PhotoName): Promise<boolean> =>
  (await keptAs(db, name)) !== undefined

/**
 * Makes a file of what arrived, before anything is locked; the parts stay until a record has it for good. Null where it is a record's
 * already, and where parts are missing: that is said to those who may know of the record.
 */
export async function makeFile({ store, incoming }: Files, said: Said, context: Context): Promise<string | null> {
  const name = { user_id: context.person.id, key: said.key }
  if (await isKept(context.db, name)) return null
  const received = await receivedOf(context.db, name)
  if (received < said.size_bytes || received === 0) return null
  const path = join(incoming, randomBytes(16).toString('hex'))
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    await writeFile(path, await contentOf(context.db, name), { mode: 0o600 })
    const type = (await contentKind(path, said.key))?.type ?? ''
    if (received > said.size_bytes || !isImageType(type)) throw refusedFile(422, 'files:damaged_image')
    const { size, width, height, ...made } = await makePicture(path, type)
    const shown = `${said.key}.${type.slice('image/'.length)}`
    const thumbnail = { path: made.thumbnailPath, type: 'image/webp', sha256: made.thumbnailSha256 }
    const content = { path: made.path, type, sha256: made.sha256 }
    const keeping = { name: shown, folder: 'images', size, width, height, kept: false, content, thumbnail } as const
    return (await keepFile(store, keeping, context)).key
  } catch (error) {
    // What is no picture does not become one: it begins anew where the person sends it again.
    if (error instanceof Refusal && error.code === 422) await removeParts(context.db, name)
    throw refusalOfStore(error) ?? error
  } finally {
    await rm(path, { force: true })
  }
}

/** Gives a record the photo, once. `made` is the key of its file. */
export async function addPhoto(
  { entity, id, item = null }: Holder,
  { said, made }: { said: Said; made: string | null },
  { db, person, clientTime }: Context,
): Promise<{ file_key: string }> {
  const name = { user_id: person.id, key: said.key }
  const photos = await lockedPhotos(db, { entity, id })
  const before = await keptAs(db, name)
  if (before) return before
  if (made === null) throw incomplete()
  if (photos.length >= MOST_PHOTOS) throw new Refusal(422, 'files:too_many_photos', { figures: { most: MOST_PHOTOS } })
  const ahead = clientTime === null ? 0 : clientTime - Date.now()
  const taken = said.taken_at ? Math.min(Date.parse(said.taken_at) - ahead, Date.now()) : Date.now()
  await db
    .insertInto('photo')
    .values({
      ...{ key: said.key, entity, entity_id: id, file_key: made, item },
      ...{ user_id: person.id, user_name: person.name, taken_at: iso(taken) },
    })
    .execute()
  await setPhotos(db, { entity, id }, [...photos, made])
  await removeParts(db, name)
  return { file_key: made }
}

type Held = Pick<Holder, 'entity' | 'id'>

export async function lockedPhotos(db: Kysely<Database>, { entity, id }: Held): Promise<string[]> {
  const { rows } = await sql<{ photos: string[] | null }>`
    select photos from ${sql.table(entity)} where id = ${id} for update`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].photos ?? []
}

/** The record has these from now on, and holds their files. */
export async function setPhotos(db: Kysely<Database>, { entity, id }: Held, photos: string[]): Promise<void> {
  await sql`update ${sql.table(entity)} set photos = ${photos}::text[], version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
  await holdFiles(db, entityNamed(entity), id, { photos })
}
