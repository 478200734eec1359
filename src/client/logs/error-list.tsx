import { errorEntry } from '../../shared/entities/error-entry.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { ByDay } from './by-day.tsx'
import { LogFaces } from './log-faces.tsx'
import css from './logs.module.css'

/** What went wrong, the last first. */
export function ErrorList() {
  return (
    <EntityList
      entity={errorEntry}
      above={
        <div className={css.above}>
          <LogFaces current="error_entry" />
          <ByDay name="error_entry" />
        </div>
      }
    />
  )
}
