import { sql } from 'kysely'
import { file } from '../../../shared/entities/file.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import type { Context } from '../../kit/context.ts'
import { entityNamed } from '../../kit/crud/columns.ts'
import { holdFiles } from '../../kit/crud/file-uses.ts'
import { may } from '../../kit/person.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Holder, lockedPhotos } from './add-photo.ts'

/** Takes a record's photo back: its own taker does, and who may delete files. What is gone already stays gone. */
export async function removePhoto(
  holder: Pick<Holder, 'entity' | 'id'>,
  file_key: string,
  { db, person }: Context,
): Promise<Record<string, never>> {
  const { entity, id } = holder
  const photos = await lockedPhotos(db, holder)
  const photo = await db
    .selectFrom('photo')
    .select(['id', 'user_id'])
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .where('file_key', '=', file_key)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!photo) return {}
  if (photo.user_id !== person.id && !may(person, permissionOf(file, 'delete')))
    throw new Refusal(403, 'files:photo_of_another')
  await db.updateTable('photo').set({ removed_at: sql`now()` }).where('id', '=', photo.id).execute()
  const left = photos.filter((one) => one !== file_key)
  await sql`update ${sql.table(entity)} set photos = ${left}::text[], version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
  await holdFiles(db, entityNamed(entity), id, { photos: left })
  return {}
}
