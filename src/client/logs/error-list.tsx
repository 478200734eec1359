import { errorEntry } from '../../shared/entities/error-entry.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { LogHead } from './log-head.tsx'

/** What went wrong, the last first. */
export function ErrorList() {
  return <EntityList entity={errorEntry} above={<LogHead name="error_entry" />} />
}
