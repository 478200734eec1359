import { useTranslation } from 'react-i18next'
import type { RunMore } from '../../shared/endpoints/tasks.ts'
import { task } from '../../shared/entities/task.ts'
import { type TaskRun, taskRun } from '../../shared/entities/task-run.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { SheetMenu } from '../kit/sheets/sheet-menu.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { RunState } from './run-state.tsx'
import { useTaskCells } from './task-cells.tsx'
import css from './tasks.module.css'
import { type ShownTask, useTaskActions } from './use-task-actions.ts'

const shown = (row: AnyRow) => row as unknown as ShownTask

/** A task: when it runs, and what came of its last runs. */
export function TaskPage({ id }: { id: number }) {
  const { t } = useTranslation('tasks')
  const may = useMay()
  const actionsOf = useTaskActions()
  const cells = useTaskCells({ labelled: true }) as unknown as { [field: string]: (row: AnyRow) => React.ReactNode }
  return (
    <EntityPage
      entity={task}
      id={id}
      title={(row) => shown(row).title}
      actions={(row) => actionsOf(shown(row))}
      cells={cells}
      above={(row) => {
        const { cancel_by } = shown(row).open ?? {}
        return (
          cancel_by && (
            <Banner tone="waiting" icon="info">
              {t('stopping', { name: cancel_by })}
            </Banner>
          )
        )
      }}
      panels={() => may(permissionOf(taskRun, 'list')) && <TaskRuns task_id={id} />}
    />
  )
}

function TaskRuns({ task_id }: { task_id: number }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const wide = useWide()
  const outputOf = (row: TaskRun) => {
    const { output, error } = row as TaskRun & RunMore
    if (row.state !== 'failed') return output && <span className={css.output}>{output}</span>
    return <span className={css.failed}>{output ?? error}</span>
  }
  return (
    <section className={css.panel}>
      <div className="row between">
        <h2>{t('runs')}</h2>
        {!wide && <SheetMenu entity={taskRun} query={{ task_id }} list={taskRun.name} embedded />}
      </div>
      <RecordList
        entity={taskRun}
        fixed={{ task_id }}
        without={['task_id', 'error', 'progress']}
        embedded
        cells={{
          task_id: ({ started_at, created_at }) => format.full(started_at ?? created_at),
          state: ({ state, progress }) => <RunState state={state} progress={progress} />,
        }}
        extra={[{ key: 'output', label: t('output'), cell: outputOf, after: 'state' }]}
      />
    </section>
  )
}
