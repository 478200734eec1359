import { useTranslation } from 'react-i18next'
import { pile as pileEntity } from '../../shared/entities/pile.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { PileStateCell } from './pile-state-cell.tsx'

/** What the batch says already, and what piles that are still in their boxes have none of. */
const LEFT_OUT = ['batch_task_id', 'site_id', 'pile_type_id', 'merchant_id', 'power_w', 'energy_wh']

/** The piles that a batch made, as a part of its page. */
export function BatchPiles({ batchId }: { batchId: number }) {
  const { t } = useTranslation('piles')
  const record = useRecordPath()
  return (
    <RecordList
      entity={pileEntity}
      fixed={{ batch_task_id: batchId }}
      without={LEFT_OUT}
      embedded
      lean
      open={(pile) => record('pile', pile.id)}
      cells={{ state: (pile) => <PileStateCell pile={pile} /> }}
      fresh={{ everyMs: 1_000 }}
      empty={{ text: t('none_in_batch'), icon: 'plug' }}
    />
  )
}
