import { useTranslation } from 'react-i18next'
import { RUN_STATES } from '../../shared/entities/task.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Pill } from '../kit/ui/pill.tsx'
import css from './tasks.module.css'

interface Props {
  state: keyof typeof RUN_STATES
  /** Of one that runs: in percent, null where it cannot tell. */
  progress?: number | null
}

/** How a run stands, with how far it is. */
export function RunState({ state, progress = null }: Props) {
  const { t } = useTranslation('tasks')
  const words = useWords({ name: 'task_run' })
  return (
    <span className={css.state}>
      <Pill tone={RUN_STATES[state]}>{words.choice('state', state)}</Pill>
      {state === 'running' && progress !== null && (
        <progress max={100} value={progress} aria-label={t('progress', { percent: progress })} />
      )}
    </span>
  )
}
