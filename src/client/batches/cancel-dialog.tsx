import { useTranslation } from 'react-i18next'
import { cancelBatch } from '../../shared/endpoints/batches.ts'
import type { BatchTask } from '../../shared/entities/batch-task.ts'
import { useSend } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './batches.module.css'

/** Stops a batch; the person says what becomes of the piles that are made. */
export function CancelDialog({ task, onClose }: { task: BatchTask; onClose: () => void }) {
  const { t } = useTranslation(['batches', 'common'])
  const sending = useSend(cancelBatch, ['batch_task', 'pile'])
  function cancel(keep: boolean) {
    const done = ({ made }: { made: number }) => {
      toast(t('cancel.done', { count: made }), { tone: 'success' })
      onClose()
    }
    sending.mutate({ id: task.id, keep }, { onSuccess: (row) => done(row as BatchTask) })
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('cancel.go_on')}</Button>
      <Button danger busy={sending.isPending} onClick={() => cancel(false)}>
        {t('cancel.remove')}
      </Button>
      <Button look="primary" busy={sending.isPending} onClick={() => cancel(true)}>
        {t('cancel.keep')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('cancel.title', { number: task.number })} onClose={onClose} foot={foot}>
      <div className={css.text}>
        <p>{t('cancel.text')}</p>
        {sending.error && (
          <Banner tone="faulted" icon="warning">
            {sending.error.message}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
