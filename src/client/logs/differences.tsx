import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { entities } from '../../shared/entities/index.ts'
import { type Entity, titleOf } from '../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Card } from '../kit/ui/card.tsx'
import type { Change } from './change.ts'
import { LoggedReferences } from './logged-references.tsx'
import { LoggedValue } from './logged-value.tsx'
import css from './logs.module.css'

type Values = Readonly<Record<string, unknown>>

const STAMPS = ['id', 'version', 'created_at', 'updated_at']
const read = (json: string | null): Values | null => (json === null ? null : (JSON.parse(json) as Values))

/** The names that either side holds: fields in the order of the entity, then whatever else was told. Titles go with their references. */
export function namesIn(entity: Entity | undefined, before: Values | null, after: Values | null): string[] {
  const held = new Set(Object.keys({ ...before, ...after }))
  const fields = entity ? Object.keys(entity.fields).filter((name) => held.has(name)) : []
  const titles = entity ? Object.keys(entity.fields).map(titleOf) : []
  const others = [...held].filter((name) => !fields.includes(name) && !titles.includes(name) && !STAMPS.includes(name))
  return [...fields, ...others]
}

interface ValueProps {
  entity: Entity | undefined
  name: string
  values: Values | null
  /** Those of the other side. */
  others: Values | null
  side: 'before' | 'after'
}

const idsIn = (value: unknown) => (Array.isArray(value) ? (value as number[]) : [])

function Value({ entity, name, values, others, side }: ValueProps): ReactNode {
  const value = values?.[name]
  if (value === null || value === undefined || value === '') return EMPTY
  const field = entity?.fields[name]
  if (field?.kind === 'references' && field.to)
    return <LoggedReferences to={field.to} ids={idsIn(value)} others={idsIn(others?.[name])} side={side} />
  if (entity && field) {
    const isBare = field.kind === 'reference' && !(titleOf(name) in (values ?? {}))
    return isBare ? `#${value}` : <Cell entity={entity} name={name} row={values as unknown as AnyRow} />
  }
  return <LoggedValue value={value} list={values?.name} />
}

/** A field's word; of what is no field its own, else the name under which it was written down. */
function useLabel(entity: Entity | undefined) {
  const { t, i18n } = useTranslation('logs')
  const words = useWords(entity ?? { name: 'audit_entry' })
  return (name: string) => {
    if (entity?.fields[name]) return words.label(name)
    return i18n.exists(`logs:names.${name}`) ? t(`names.${name}`) : name.replaceAll('_', ' ')
  }
}

/** Before and after side by side, field by field, in the record's own words. */
export function Differences({ change }: { change: Change }) {
  const { t } = useTranslation('logs')
  const entity = (entities as Record<string, Entity>)[change.entity]
  const label = useLabel(entity)
  const before = read(change.before)
  const after = read(change.after)
  const names = namesIn(entity, before, after)
  if (!names.length) return null
  const sides = [
    ...(before ? [{ key: 'before' as const, label: t('before'), values: before, others: after }] : []),
    ...(after ? [{ key: 'after' as const, label: t(before ? 'after' : 'told'), values: after, others: before }] : []),
  ]
  return (
    <Card title={t('differences')}>
      <table className={`${css.table} ${css.differences}`}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            {sides.map((side) => (
              <th key={side.key} scope="col">
                {side.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{label(name)}</th>
              {sides.map(({ key, label: head, values, others }) => (
                <td key={key} data-label={head}>
                  <Value entity={entity} name={name} values={values} others={others} side={key} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
