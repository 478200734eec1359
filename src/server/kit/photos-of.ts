import type { Photo } from '../../shared/endpoints/photos.ts'
import type { Looking } from './context.ts'

/** A photo, and of which item of a check list it is. */
interface PhotoOf extends Photo {
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
    .where('removed_at', 'is', null)
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

/** The same where there are no items. */
export async function photosOf(...asked: Parameters<typeof photosOfEach>): Promise<Photo[]> {
  return (await photosOfEach(...asked)).map(({ item: _, ...photo }) => photo)
}
