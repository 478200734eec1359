import { useTranslation } from 'react-i18next'
import { type BatchTask, batchTask } from '../../shared/entities/batch-task.ts'
import { pile } from '../../shared/entities/pile.ts'
import { EntityPage } from '../kit/records/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Banner } from '../kit/ui/states.tsx'
import { BatchProgress } from './batch-progress.tsx'
import css from './batches.module.css'
import { useBatchActions } from './use-batch-actions.tsx'

/** A batch: how far it is, and the piles that it made. */
export function BatchPage({ id }: { id: number }) {
  const { t } = useTranslation('batches')
  const may = useMay()
  const recordPath = useRecordPath()
  const { actionsOf, dialog } = useBatchActions()
  return (
    <>
      <EntityPage
        entity={batchTask}
        id={id}
        actions={(row) => actionsOf(row as unknown as BatchTask)}
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
              <RecordList
                entity={pile}
                fixed={{ batch_task_id: id }}
                without={['batch_task_id', 'site_id', 'pile_type_id', 'merchant_id']}
                embedded
                lean
                open={(row) => recordPath('pile', row.id)}
                empty={{ text: t('none_made'), icon: 'plug' }}
              />
            </div>
          )
        }
      />
      {dialog}
    </>
  )
}
