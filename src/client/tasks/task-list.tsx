import { task } from '../../shared/entities/task.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import type { RecordListProps } from '../kit/records/types.ts'
import { useTaskCells } from './task-cells.tsx'
import { type ShownTask, useTaskActions } from './use-task-actions.ts'

/** What the server does by itself: when, what came of it last, and the way to do it now. */
export function TaskList() {
  const actionsOf = useTaskActions()
  const cells = useTaskCells() as unknown as RecordListProps<typeof task>['cells']
  return (
    <EntityList
      entity={task}
      rowActions={(row) => actionsOf(row as ShownTask)}
      {...(cells && { cells })}
      without={['enabled']}
      fresh={{ also: ['task_run'] }}
    />
  )
}
