import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Titled } from '../../../shared/kit/entity.ts'
import { EMPTY } from '../i18n/format.ts'
import { useRecordPath } from '../session/homes.ts'
import css from './record-link.module.css'

interface Props {
  /** The entity's name. */
  entity: string
  to: Pick<Titled, 'id' | 'title' | 'masked'> | null | undefined
  /** Instead of its title. */
  children?: ReactNode
}

/** A record by its title, which leads to its page where this person's menu has one and it is within their reach. */
export function RecordLink({ entity, to, children }: Props) {
  const path = useRecordPath()(entity, to?.id ?? 0)
  if (!to) return EMPTY
  const title = children ?? to.title
  if (!path || to.masked) return title
  return (
    <Link className={css.link} to={path}>
      {title}
    </Link>
  )
}
