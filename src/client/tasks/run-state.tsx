import { useTranslation } from 'react-i18next'
import type { RUN_STATES } from '../../shared/entities/task.ts'
import { taskRun } from '../../shared/entities/task-run.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import css from './tasks.module.css'

interface Props {
  state: keyof typeof RUN_STATES
  /** Of one that runs: in percent, null where it cannot tell. */
  progress?: number | null
}

/** How a run stands, with how far it is. */
export function RunState({ state, progress = null }: Props) {
  const { t } = useTranslation('tasks')
  return (
    <span className={css.state}>
      <StatusPill entity={taskRun} name="state" value={state} />
      {state === 'running' && progress !== null && (
        <progress max={100} value={progress} aria-label={t('progress', { percent: progress })} />
      )}
    </span>
  )
}
