import { type Entity, type Titled, titleField, titleOf } from '../../../../shared/kit/entity.ts'
import type { AnyRow } from '../../fields/cell.tsx'

/** What a record is called: the text of its title field, or the title of the record that the field points at. */
export function recordTitle(entity: Entity, row: AnyRow): string | null {
  const name = titleField(entity)
  if (entity.fields[name]?.kind === 'reference') return (row[titleOf(name)] as Titled | null | undefined)?.title ?? null
  return row[name] === null || row[name] === undefined ? null : String(row[name])
}

/** The name that others know it by where it has one, as where another record points at it. */
export function calledTitle(entity: Entity, row: AnyRow): string | null {
  const name = entity.called === null ? null : row[entity.called]
  return name ? String(name) : recordTitle(entity, row)
}
