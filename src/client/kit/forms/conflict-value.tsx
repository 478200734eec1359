import type { Entity, Titled } from '../../../shared/kit/entity.ts'
import { titleOf } from '../../../shared/kit/entity.ts'
import type { Field, Kind } from '../../../shared/kit/fields.ts'
import { type AnyRow, Cell, textOf, useSaying } from '../fields/cell.tsx'
import { useTitles } from '../fields/reference.ts'
import { useRegionTitle } from '../fields/regions.ts'
import { EMPTY } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import css from './conflict.module.css'

interface Props {
  entity: Entity
  name: string
  field: Field
  value: unknown
  /** The record as it is on the server: it carries the titles of what it points at. */
  current: AnyRow
}

/** Kinds that are seen, not read. */
const SEEN: ReadonlySet<Kind> = new Set<Kind>(['status', 'image', 'images', 'file', 'colour', 'rating', 'rich_text'])

const listed = (value: unknown): number[] => [value].flat().filter((id): id is number => typeof id === 'number')

/** What a reference would point at: its title is the server's to say, for the record knows only its own. */
function References({ field, name, value, current }: Props) {
  const format = useFormat()
  const own = [current[titleOf(name)]].flat().filter(Boolean) as Titled[]
  const ids = listed(value)
  const unknown = ids.filter((id) => !own.some((one) => one.id === id))
  const found = useTitles(field.to ?? '', unknown)
  const titleOfId = (id: number) => [...own, ...found].find((one) => one.id === id)?.title ?? `#${id}`
  return <>{format.list(ids.map(titleOfId)) || EMPTY}</>
}

function Region({ value }: Props) {
  return <>{useRegionTitle(typeof value === 'number' ? value : null)}</>
}

/** One side of a conflict: a field's value as a person would see it. */
export function ConflictValue(props: Props) {
  const { entity, name, field, value, current } = props
  const saying = useSaying(entity)
  const row = { ...current, [name]: value } as AnyRow
  if (field.kind === 'reference' || field.kind === 'references') return <References {...props} />
  if (field.kind === 'region') return <Region {...props} />
  if (SEEN.has(field.kind)) return <Cell entity={entity} name={name} row={row} />
  return <span className={css.text}>{textOf(name, field, row, saying)}</span>
}
