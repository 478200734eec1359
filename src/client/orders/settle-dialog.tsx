import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settleOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { useSend } from '../kit/api/queries.ts'
import { readScaled, writeScaled } from '../kit/fields/scaled.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Input, TextArea } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'

const WH_PER_KWH = 1000

function MeterSaid({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const kwh = (wh: number) => `${format.number(wh / WH_PER_KWH, 3)}\u00a0kWh`
  const { meter_start_wh, meter_stop_wh } = order
  if (meter_stop_wh === null) return t('settle.meter_open', { start: kwh(meter_start_wh) })
  return t('settle.meter', {
    start: kwh(meter_start_wh),
    stop: kwh(meter_stop_wh),
    drawn: kwh(meter_stop_wh - meter_start_wh),
  })
}

/** A person says what an abnormal order's meter should have said. */
export function SettleDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'common', 'errors'])
  const [energy, setEnergy] = useState(order.energy_wh > 0 ? writeScaled(order.energy_wh, WH_PER_KWH) : '')
  const [remark, setRemark] = useState('')
  const [key] = useState(newKey)
  const [tried, setTried] = useState(false)
  const sending = useSend(settleOrder, ['order', 'customer', 'ledger_entry'])
  const energy_wh = readScaled(energy, WH_PER_KWH)
  const wrong = {
    energy: energy_wh === null || energy_wh < 0 ? t('errors:required') : sending.error?.fields.energy_wh,
    remark: remark.trim() ? sending.error?.fields.remark : t('errors:required'),
  }

  function settle() {
    setTried(true)
    if (energy_wh === null || energy_wh < 0 || !remark.trim()) return
    const done = () => {
      toast(t('settle.done'), { tone: 'success' })
      onClose()
    }
    sending.mutate({ id: order.id, energy_wh, remark, key }, { onSuccess: done })
  }

  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" busy={sending.isPending} onClick={settle}>
        {t('actions.settle')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('settle.title')} onClose={onClose} foot={foot}>
      <p>{t('settle.text')}</p>
      <p>
        <small>
          <MeterSaid order={order} />
        </small>
      </p>
      <Labelled label={t('settle.energy')} required error={tried && wrong.energy}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            after="kWh"
            value={energy}
            onChange={(event) => setEnergy(event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label={t('settle.remark')} required error={tried && wrong.remark}>
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
      {sending.error && Object.keys(sending.error.fields).length === 0 && (
        <Banner tone="faulted" icon="warning">
          {sending.error.message}
        </Banner>
      )}
    </Dialog>
  )
}
