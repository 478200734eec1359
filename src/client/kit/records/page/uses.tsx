import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { capital } from '../../../../shared/kit/capital.ts'
import type { Use } from '../../../../shared/kit/uses.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useRecordPath } from '../../session/homes.ts'

/** What kind of thing uses it, as a heading. */
function useLabel() {
  const { t } = useTranslation('entities')
  return ({ entity, field }: Use) => capital(t(field ? `${entity}.fields.${field}` : `${entity}.many`))
}

/** What uses a record, in words: "Cards: 04A1F2, 04B7C9 and 3 more". */
export function useUseText() {
  const { t } = useTranslation('common')
  const format = useFormat()
  const labelOf = useLabel()
  return (use: Use): string => {
    const { field, titles, count } = use
    const label = labelOf(use)
    const rest = count - titles.length
    const more = rest > 0 ? ` ${t('remove.more', { count: rest })}` : ''
    // That there is one is all that this person may know of it.
    if (field && titles.length === 0) return label
    const value = titles.length === 0 ? format.number(count) : `${format.list(titles)}${more}`
    return t('list.filter_is', { field: label, value })
  }
}

function UseItem({ use, onOpen }: { use: Use; onOpen: () => void }) {
  const { t } = useTranslation('common')
  const labelOf = useLabel()
  const pathOf = useRecordPath()
  const { entity, field, ids, titles, count } = use
  if (field && titles.length === 0) return <li>{labelOf(use)}</li>
  return (
    <li>
      {t('list.filter_is', { field: labelOf(use), value: titles.length === 0 ? count : '' })}
      {titles.map((title, at) => {
        const path = field ? null : pathOf(entity, ids[at] ?? 0)
        return (
          <Fragment key={ids[at] ?? title}>
            {at > 0 && t('comma')}
            {path ? (
              <Link to={path} onClick={onOpen}>
                {title}
              </Link>
            ) : (
              title
            )}
          </Fragment>
        )
      })}
      {titles.length > 0 && count > titles.length && ` ${t('remove.more', { count: count - titles.length })}`}
    </li>
  )
}

/** What uses a record; each can be opened. */
export function UseList({ uses, onOpen }: { uses: readonly Use[]; onOpen: () => void }) {
  return (
    <ul>
      {uses.map((use) => (
        <UseItem key={`${use.entity} ${use.field ?? ''}`} use={use} onOpen={onOpen} />
      ))}
    </ul>
  )
}
