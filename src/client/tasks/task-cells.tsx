import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Pill } from '../kit/ui/pill.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { RunState } from './run-state.tsx'
import css from './tasks.module.css'
import type { ShownTask } from './use-task-actions.ts'

type Cells = { readonly [field: string]: (task: ShownTask) => ReactNode }

/** A task's facts in a person's words, in the list and on its page, where each has its label. */
export function useTaskCells({ labelled = false } = {}): Cells {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const wide = useWide()
  return {
    name: ({ title, about }) => (
      <span className={css.what}>
        {title}
        <small>{about}</small>
      </span>
    ),
    cron: ({ when, cron, time_zone }) => (
      <span className={css.when}>
        {when}
        <small>
          <code>{cron}</code> · {time_zone.replaceAll('_', ' ')}
        </small>
      </span>
    ),
    next_at: ({ enabled, next_at, time_zone }) =>
      enabled && next_at ? (
        <time dateTime={next_at} title={format.full(next_at, time_zone)}>
          {wide || labelled ? format.moment(next_at) : t('next', { at: format.moment(next_at) })}
        </time>
      ) : (
        <Pill tone="waiting">{t('paused')}</Pill>
      ),
    last_at: ({ last_at }) => {
      if (!last_at) return EMPTY
      return (
        <time dateTime={last_at} title={format.full(last_at)}>
          {wide || labelled ? format.moment(last_at) : t('last', { at: format.moment(last_at) })}
        </time>
      )
    },
    state: ({ state, open }) =>
      state ? (
        <RunState state={state} progress={open?.progress ?? null} />
      ) : (
        <small className={css.never}>{t('never')}</small>
      ),
  }
}
