import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { createOrder } from '../../../shared/endpoints/order-money.ts'
import { RightGone } from '../../kit/forms/right-gone.tsx'
import { useLeaveGuard } from '../../kit/forms/use-leave-guard.ts'
import { DecisionDialog } from '../../kit/ui/decision-dialog.tsx'
import { orderPath } from '../order-path.ts'
import { useDecision } from '../use-decision.ts'
import { emptyDraft, type ManualDraft, missingOf, orderOf } from './manual-draft.ts'
import { ManualFields } from './manual-fields.tsx'
import { PricePreview } from './price-preview.tsx'

/** Enters a session that no pile reported; what it costs shows before it is saved. */
export function CreateOrder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const [draft, setDraft] = useState<ManualDraft>(emptyDraft)
  const [touched, setTouched] = useState(false)
  const free = useRef(false)
  useLeaveGuard(touched, free)
  const entering = useDecision(createOrder, {
    done: ({ number }) => t('create.done', { number }),
    onDone: ({ id }) => {
      free.current = true
      navigate(orderPath(id), { replace: true })
    },
  })
  const missing = [...missingOf(draft), ...(draft.remark.trim() ? [] : ['remark'])]
  const change = (more: Partial<ManualDraft>) => {
    setTouched(true)
    setDraft((before) => ({ ...before, ...more }))
  }
  return (
    <DecisionDialog
      large
      title={t('create.title')}
      action={entering.question ? t('confirm_odd') : t('create.save')}
      busy={entering.busy}
      error={entering.elsewhere}
      onDecide={() => entering.send(orderOf(draft), missing)}
      onClose={onClose}
    >
      <RightGone permission={createOrder.permission} />
      <ManualFields draft={draft} onChange={change} wrong={(field) => entering.wrongOf(field, missing)} />
      <PricePreview draft={draft} />
    </DecisionDialog>
  )
}
