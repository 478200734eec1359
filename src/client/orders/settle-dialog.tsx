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

/** What was entered, what is wrong with it, and sending it: once, however often it is pressed. */
function useSettling(order: Order, onDone: () => void) {
  const { t } = useTranslation(['orders', 'errors'])
  const [energy, setEnergy] = useState(order.energy_wh > 0 ? writeScaled(order.energy_wh, WH_PER_KWH) : '')
  const [remark, setRemark] = useState('')
  const [key] = useState(newKey)
  const [tried, setTried] = useState(false)
  const sending = useSend(settleOrder, ['order', 'customer', 'ledger_entry'])
  const energy_wh = readScaled(energy, WH_PER_KWH)
  const isEnergy = energy_wh !== null && energy_wh >= 0
  const refused = sending.error?.fields ?? {}
  const wrong: { energy?: string | undefined; remark?: string | undefined } = {
    energy: isEnergy ? refused.energy_wh : t('errors:required'),
    remark: remark.trim() ? refused.remark : t('errors:required'),
  }

  function settle() {
    setTried(true)
    if (!isEnergy || !remark.trim()) return
    const done = () => {
      toast(t('settle.done'), { tone: 'success' })
      onDone()
    }
    sending.mutate({ id: order.id, energy_wh, remark, key }, { onSuccess: done })
  }

  const elsewhere = sending.error && Object.keys(refused).length === 0 ? sending.error.message : null
  return { energy, setEnergy, remark, setRemark, wrong: tried ? wrong : {}, elsewhere, busy: sending.isPending, settle }
}

/** A person says what an abnormal order's meter should have said. */
export function SettleDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'common'])
  const settling = useSettling(order, onClose)
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" busy={settling.busy} onClick={settling.settle}>
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
      <Labelled label={t('settle.energy')} required error={settling.wrong.energy}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            after="kWh"
            value={settling.energy}
            onChange={(event) => settling.setEnergy(event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label={t('settle.remark')} required error={settling.wrong.remark}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={500}
            value={settling.remark}
            onChange={(event) => settling.setRemark(event.target.value)}
          />
        )}
      </Labelled>
      {settling.elsewhere && (
        <Banner tone="faulted" icon="warning">
          {settling.elsewhere}
        </Banner>
      )}
    </Dialog>
  )
}
