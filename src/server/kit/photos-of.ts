import type { Photo } from '../../shared/endpoints/photos.ts'
import type { Looking } from './context.ts'

/** A photo with which of the records it is of, and of which item of a check list. */
interface PhotoOf extends Photo {
  of: number
  item: number | null
}

/** The photos of some records of one kind, the oldest first; of those whose file is still there. */
export async function photosOfEach(
  { db, person }: Looking,
  entity: string,
  records: readonly { id: number }[],
): Promise<PhotoOf[]> {
  if (!records.length) return []
  const kept = await db
    .selectFrom('photo')
    .innerJoin('file', 'file.key', 'photo.file_key')
    .select(['file_key', 'user_name as by', 'user_id', 'taken_at', 'entity_id as of', 'item'])
    .where('entity', '=', entity)
    .where(
      'entity_id',
      'in',
      records.map(({ id }) => id),
    )
    .orderBy('taken_at')
    .orderBy('photo.id')
    .execute()
  return kept.map(({ user_id, ...photo }) => ({ ...photo, own: user_id === person.id }))
}

/** The same where it does not matter which of them each is of. */
export async function photosOf(...asked: Parameters<typeof photosOfEach>): Promise<Photo[]> {
  return (await photosOfEach(...asked)).map(({ of: _, item: __, ...photo }) => photo)
}
