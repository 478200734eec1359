import { Link } from 'react-router-dom'
import { EMPTY } from '../kit/i18n/format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import type { Change } from './change.ts'
import css from './logs.module.css'

/** The record that was changed, by its name; a link where this person's menu leads to it. */
export function RecordLink({ change }: { change: Pick<Change, 'entity' | 'entity_id' | 'record_title' | 'kind'> }) {
  const recordPath = useRecordPath()
  const { entity, entity_id: id, record_title } = change
  const name = record_title ?? (id === null ? EMPTY : `#${id}`)
  const path = change.kind === 'removed' || id === null ? null : recordPath(entity, id)
  return path ? (
    <Link className={css.link} to={path}>
      {name}
    </Link>
  ) : (
    name
  )
}
