import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import { useWords } from '../kit/i18n/use-words.ts'

interface Column {
  prop: string
  hidden?: boolean
}

const areColumns = (values: readonly unknown[]): values is readonly Column[] =>
  values.length > 0 && values.every((value) => typeof value === 'object' && value !== null && 'prop' in value)

interface Props {
  value: unknown
  /** The list that columns are of. */
  list: unknown
}

/** A list's columns in its own words, those that show, in their order. */
function Columns({ columns, list }: { columns: readonly Column[]; list: unknown }) {
  const entity = (entities as Record<string, Entity>)[String(list)]
  const words = useWords(entity ?? { name: String(list) })
  const shown = columns.filter(({ hidden }) => !hidden)
  return <>{shown.map(({ prop }) => (entity ? words.label(prop) : prop)).join(' · ')}</>
}

/** What was written down of no field of a record. */
export function LoggedValue({ value, list }: Props) {
  const several: readonly unknown[] = Array.isArray(value) ? value : []
  if (areColumns(several)) return <Columns columns={several} list={list} />
  if (several.length > 0 && several.every((one) => typeof one !== 'object')) return <>{several.join(', ')}</>
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>
}
