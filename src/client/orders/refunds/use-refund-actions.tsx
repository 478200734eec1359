import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RefundStatus, refundMayBecome } from '../../../shared/domain/refund-states.ts'
import type { Refund } from '../../../shared/entities/refund.ts'
import type { Action } from '../../kit/ui/actions.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const DIALOGS = { review: ReviewDialog, pay: PayDialog, confirm: ConfirmDialog, withdraw: WithdrawDialog } as const
type Step = keyof typeof DIALOGS

/** In which states each step can be taken, and who may. */
const STEPS: Record<Step, { from: (status: RefundStatus) => boolean; permission: string }> = {
  review: { from: (status) => refundMayBecome(status, 'reviewed'), permission: 'refund.review' },
  pay: { from: (status) => refundMayBecome(status, 'refunding'), permission: 'refund.pay' },
  confirm: { from: (status) => refundMayBecome(status, 'refund_failed'), permission: 'refund.confirm' },
  withdraw: { from: (status) => refundMayBecome(status, 'withdrawn'), permission: 'refund.request' },
}

/** The next steps of refunds, and the dialog that is open for one. */
export function useRefundActions() {
  const { t } = useTranslation('orders')
  const [open, setOpen] = useState<{ step: Step; refund: Refund } | null>(null)
  const actionsOf = (refund: Refund & { own?: boolean }): Action[] =>
    (Object.keys(STEPS) as Step[])
      .filter((step) => STEPS[step].from(refund.status))
      .filter((step) => step !== 'review' || !refund.own)
      // Money of a customer out of reach is moved by those whose customer it is.
      .filter((step) => step === 'withdraw' || !refund.customer?.masked)
      .map((step) => ({
        key: step,
        label: t(`refund.${step}`),
        permission: STEPS[step].permission,
        primary: step !== 'withdraw',
        danger: step === 'withdraw',
        onPress: () => setOpen({ step, refund }),
      }))
  const Dialog = open && DIALOGS[open.step]
  const dialog = Dialog && <Dialog refund={open.refund} onClose={() => setOpen(null)} />
  return { actionsOf, dialog }
}
