import { batchTask } from '../../shared/entities/batch-task.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { useBatchActions } from './use-batch-actions.tsx'

/** Batches with how far they are, live. */
export function BatchList() {
  const { actionsOf, dialog } = useBatchActions()
  return (
    <>
      <EntityList
        entity={batchTask}
        rowActions={actionsOf}
        cells={{ made: (task) => <BatchProgress task={task} /> }}
        without={['quantity']}
      />
      {dialog}
    </>
  )
}
