import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Titled } from '../../shared/kit/entity.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'

/** More names than one reads. */
const NAMED = 30

interface Props {
  entity: 'site' | 'merchant'
  titles: readonly Titled[]
  /** How many more there are that the reader does not reach. */
  more: number
}

/** What a role is for, by name. */
export function NamedRecords({ entity, titles, more }: Props) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const pathOf = useRecordPath()
  const named = titles.slice(0, NAMED)
  const others = titles.length - named.length + more
  if (titles.length + more === 0) return EMPTY
  return (
    <>
      {named.map(({ id, title }, at) => {
        const path = pathOf(entity, id)
        return (
          <Fragment key={id}>
            {at > 0 && ', '}
            {path ? <Link to={path}>{title}</Link> : title}
          </Fragment>
        )
      })}
      {others > 0 &&
        ` ${t(named.length > 0 ? 'scope.more' : 'scope.unseen', { count: others, n: format.number(others) })}`}
    </>
  )
}
