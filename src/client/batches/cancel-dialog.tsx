import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelBatch } from '../../shared/endpoints/batches.ts'
import type { BatchTask } from '../../shared/entities/batch-task.ts'
import { useSend } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './batches.module.css'

/** Stops a batch; the person says what becomes of the piles that are made. */
export function CancelDialog({ task, onClose }: { task: BatchTask; onClose: () => void }) {
  const { t } = useTranslation('batches')
  const [remove, setRemove] = useState(false)
  const sending = useSend(cancelBatch, ['batch_task', 'pile'])
  function cancel() {
    const onSuccess = (row: unknown) => {
      toast(t('cancel.done', { count: (row as BatchTask).made }), { tone: 'success' })
      onClose()
    }
    sending.mutate({ id: task.id, keep: !remove }, { onSuccess })
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('cancel.go_on')}</Button>
      <Button look="primary" danger busy={sending.isPending} onClick={cancel}>
        {t('cancel.short')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('cancel.title', { number: task.number })} onClose={onClose} foot={foot}>
      <div className={css.text}>
        <p>{t('cancel.text')}</p>
        <Checkbox label={t('cancel.remove')} checked={remove} onChange={(event) => setRemove(event.target.checked)} />
        {remove && (
          <Banner tone="waiting" icon="info">
            {t('cancel.remove_text')}
          </Banner>
        )}
        {sending.error && (
          <Banner tone="faulted" icon="warning">
            {sending.error.message}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
