import { sql } from 'kysely'
import { file } from '../../../shared/entities/file.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import type { Context } from '../../kit/context.ts'
import { may } from '../../kit/person.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Holder, lockedPhotos, setPhotos } from './add-photo.ts'

/** Removes a record's photo, for its own taker and for people who may delete files. What is gone already stays gone. */
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
  await setPhotos(db, holder, left)
  return {}
}
