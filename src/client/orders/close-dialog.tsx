import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { useSend } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { TextArea } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Ends an order whose pile will not. */
export function CloseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'common', 'errors'])
  const [remark, setRemark] = useState('')
  const [key] = useState(newKey)
  const [tried, setTried] = useState(false)
  const sending = useSend(closeOrder, ['order', 'pile', 'customer', 'ledger_entry'])

  function close() {
    setTried(true)
    if (!remark.trim()) return
    const done = () => {
      toast(t('close.done'), { tone: 'success' })
      onClose()
    }
    sending.mutate({ id: order.id, remark, key }, { onSuccess: done })
  }

  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" danger busy={sending.isPending} onClick={close}>
        {t('actions.close')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('close.title')} onClose={onClose} foot={foot}>
      <p>{t('close.text')}</p>
      <Labelled label={t('close.remark')} required error={tried && !remark.trim() && t('errors:required')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={500}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        )}
      </Labelled>
      {sending.error && (
        <Banner tone="faulted" icon="warning">
          {sending.error.message}
        </Banner>
      )}
    </Dialog>
  )
}
