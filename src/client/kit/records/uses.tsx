import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useRecordPath } from '../session/homes.ts'

/** Records of one kind that use another one, or with `field` a figure of its own that has to be settled first. */
export interface Use {
  entity: string
  field?: string
  ids: number[]
  titles: string[]
  /** How many there are in all; some are named. */
  count: number
}

/** Why one of several records was refused. */
export interface RefusedRecord {
  id: number
  title: string
  uses: Use[]
}

/** What uses a record, in words: "Cards: 04A1F2, 04B7C9 and 3 more". */
export function useUseText() {
  const { t } = useTranslation(['common', 'entities'])
  return ({ entity, field, titles, count }: Use): string => {
    const label = t(field ? `entities:${entity}.fields.${field}` : `entities:${entity}.many`)
    const rest = count - titles.length
    if (titles.length === 0) return `${label}: ${count}`
    return `${label}: ${titles.join(', ')}${rest > 0 ? ` ${t('remove.more', { count: rest })}` : ''}`
  }
}

/** What uses a record; each can be opened. */
export function UseList({ uses, onOpen }: { uses: readonly Use[]; onOpen: () => void }) {
  const { t } = useTranslation(['common', 'entities'])
  const pathOf = useRecordPath()
  return (
    <ul>
      {uses.map(({ entity, field, ids, titles, count }) => (
        <li key={`${entity} ${field ?? ''}`}>
          {t(field ? `entities:${entity}.fields.${field}` : `entities:${entity}.many`)}:{' '}
          {titles.length === 0 && count}
          {titles.map((title, at) => {
            const path = field ? null : pathOf(entity, ids[at] ?? 0)
            return (
              <span key={ids[at] ?? title}>
                {at > 0 && ', '}
                {path ? (
                  <Link to={path} onClick={onOpen}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </span>
            )
          })}
          {count > titles.length && titles.length > 0 && ` ${t('remove.more', { count: count - titles.length })}`}
        </li>
      ))}
    </ul>
  )
}
