import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { supplementOrder } from '../../shared/endpoints/order-money.ts'
import type { Order } from '../../shared/entities/order.ts'
import { referenceOptions } from '../kit/fields/reference.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import type { Option } from '../kit/ui/use-options.ts'
import { orderPath } from './order-path.ts'
import { useDecision } from './use-decision.ts'

const customers = referenceOptions('customer')

interface Props {
  order: Order
  shortfall: number
  onClose: () => void
}

interface PayerProps {
  value: Option<number> | null
  onChange: (payer: Option<number> | null) => void
  error: string | undefined
}

function Payer({ value, onChange, error }: PayerProps) {
  const { t } = useTranslation('orders')
  return (
    <Labelled label={t('supplement.payer')} hint={t('supplement.payer_hint')} error={error}>
      {({ id, invalid }) => (
        <Select {...customers} {...{ id, invalid, value, onChange }} label={t('supplement.payer')} clearable />
      )}
    </Labelled>
  )
}

/** Bills what an order still owes as an order of its own. */
export function SupplementDialog({ order, shortfall, onClose }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const navigate = useNavigate()
  const { customer } = order
  const [payer, setPayer] = useState<Option<number> | null>(
    customer && !customer.masked ? { key: customer.id, label: customer.title } : null,
  )
  const [remark, setRemark] = useState('')
  const making = useDecision(supplementOrder, {
    done: ({ number }) => t('supplement.done', { number }),
    onDone: ({ id }) => {
      onClose()
      navigate(orderPath(id))
    },
  })
  const missing = remark.trim() ? [] : ['remark']
  return (
    <DecisionDialog
      title={t('supplement.title')}
      action={t('actions.supplement')}
      busy={making.busy}
      error={making.elsewhere}
      onDecide={() => making.send({ origin_id: order.id, customer_id: payer?.key ?? null, remark }, missing)}
      onClose={onClose}
    >
      <p>{t('supplement.text', { amount: format.money(shortfall) })}</p>
      <Payer value={payer} onChange={setPayer} error={making.wrongOf('customer_id')} />
      <Remark
        label={t('supplement.remark')}
        required
        error={making.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
