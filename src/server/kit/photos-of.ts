import type { Photo } from '../../shared/endpoints/photos.ts'
import type { Looking } from './context.ts'

/** The photos of some records of one kind, the oldest first; of those whose file is still there. */
export async function photosOf(
  { db, person }: Looking,
  entity: string,
  records: readonly { id: number }[],
): Promise<Photo[]> {
  if (!records.length) return []
  const kept = await db
    .selectFrom('photo')
    .innerJoin('file', 'file.key', 'photo.file_key')
    .select(['file_key', 'user_name as by', 'user_id', 'taken_at'])
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
