import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settleOrder } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { useDecision } from './use-decision.ts'

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
  const { t } = useTranslation('orders')
  const [energy, setEnergy] = useState<number | string | null>(order.energy_wh > 0 ? order.energy_wh : null)
  const [remark, setRemark] = useState('')
  const settling = useDecision(settleOrder, { done: t('settle.done'), onDone: onClose })
  const missing = [
    ...(typeof energy === 'number' && energy >= 0 ? [] : ['energy_wh']),
    ...(remark.trim() ? [] : ['remark']),
  ]
  return (
    <DecisionDialog
      title={t('settle.title')}
      action={t('actions.settle')}
      busy={settling.busy}
      error={settling.elsewhere}
      onDecide={() => settling.send({ id: order.id, energy_wh: Number(energy), remark }, missing)}
      onClose={onClose}
    >
      <p>{t(order.customer?.masked ? 'settle.text_of_others' : 'settle.text')}</p>
      <p>
        <small>
          <MeterSaid order={order} />
        </small>
      </p>
      <Labelled label={t('settle.energy')} required error={settling.wrongOf('energy_wh', missing)}>
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <FigureInput
            {...{ id, invalid, describedBy }}
            scale={WH_PER_KWH}
            after="kWh"
            value={energy}
            onChange={setEnergy}
          />
        )}
      </Labelled>
      <Remark
        label={t('settle.remark')}
        required
        error={settling.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
