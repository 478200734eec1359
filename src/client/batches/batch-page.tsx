import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type BatchTask, batchTask } from '../../shared/entities/batch-task.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useMay } from '../kit/session/can.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { BatchProgress } from './batch-progress.tsx'
import css from './batches.module.css'
import type { BatchParts } from './parts.ts'
import { useBatchActions } from './use-batch-actions.tsx'

/** A batch: how far it is, and the piles that it made. */
export function BatchPage({ id, parts: { Piles } }: { id: number; parts: BatchParts }) {
  const { t } = useTranslation('batches')
  const may = useMay()
  const { actionsOf, dialog } = useBatchActions()
  return (
    <>
      <EntityPage
        entity={batchTask}
        id={id}
        actions={(row) => actionsOf(row as unknown as BatchTask).filter(({ key }) => key !== 'piles')}
        cells={{ made: (row) => <BatchProgress task={row as unknown as BatchTask} /> }}
        above={(row) =>
          row.state === 'failed' && (
            <Banner tone="faulted" icon="warning">
              {t('failed_text')}
            </Banner>
          )
        }
        panels={() =>
          may('pile.list') && (
            <div className={css.panel}>
              <Suspense fallback={null}>
                <Piles batchId={id} />
              </Suspense>
            </div>
          )
        }
      />
      {dialog}
    </>
  )
}
