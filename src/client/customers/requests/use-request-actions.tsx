import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewBalanceRequest, withdrawBalanceRequest } from '../../../shared/endpoints/customers.ts'
import type { BalanceRequest } from '../../../shared/entities/balance-request.ts'
import type { Action } from '../../kit/ui/actions.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const DIALOGS = { review: ReviewDialog, withdraw: WithdrawDialog } as const
type Step = keyof typeof DIALOGS
const PERMISSIONS: Record<Step, string> = {
  review: reviewBalanceRequest.permission,
  withdraw: withdrawBalanceRequest.permission,
}

/** A request as lists give it: whether another person has to decide on it, and whether this one asked for it. */
type Told = BalanceRequest & { own?: boolean; mine?: boolean }

/** Who asked takes it back, another person decides. */
const IS_THEIRS: Record<Step, (request: Told) => boolean> = {
  review: ({ own }) => !own,
  withdraw: ({ mine }) => mine !== false,
}

/** What this person can do with requests that wait, and the dialog that is open for one. */
export function useRequestActions() {
  const { t } = useTranslation('customers')
  const [open, setOpen] = useState<{ step: Step; request: BalanceRequest } | null>(null)
  const actionsOf = (request: BalanceRequest): Action[] =>
    (request.status === 'waiting' ? (Object.keys(DIALOGS) as Step[]) : [])
      .filter((step) => IS_THEIRS[step](request))
      .map((step) => ({
        key: step,
        label: t(`second_person.${step}`),
        permission: PERMISSIONS[step],
        primary: step === 'review',
        danger: step === 'withdraw',
        onPress: () => setOpen({ step, request }),
      }))
  const Dialog = open && DIALOGS[open.step]
  const dialog = Dialog && <Dialog request={open.request} onClose={() => setOpen(null)} />
  return { actionsOf, dialog }
}
