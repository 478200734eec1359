import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allocateCard } from '../../shared/endpoints/cards.ts'
import { correctBalance, resetCustomerPassword, topUp } from '../../shared/endpoints/customers.ts'
import type { Customer } from '../../shared/entities/customer.ts'
import type { Action } from '../kit/ui/actions.tsx'
import type { IconName } from '../kit/ui/icon.tsx'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'

const dialogs = {
  top_up: lazyDialog(() => import('./top-up-dialog.tsx').then((module) => ({ default: module.TopUpDialog }))),
  give_card: lazyDialog(() => import('./give-card-dialog.tsx').then((module) => ({ default: module.GiveCardDialog }))),
  correct: lazyDialog(() => import('./correct-dialog.tsx').then((module) => ({ default: module.CorrectDialog }))),
  password: lazyDialog(() => import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog }))),
}
type Deed = keyof typeof dialogs

const DEEDS: readonly { deed: Deed; word: string; icon: IconName; permission: string }[] = [
  { deed: 'top_up', word: 'top_up', icon: 'plus', permission: topUp.permission },
  { deed: 'give_card', word: 'give_card.action', icon: 'card', permission: allocateCard.permission },
  { deed: 'correct', word: 'correct.action', icon: 'edit', permission: correctBalance.permission },
  { deed: 'password', word: 'password.action', icon: 'unlock', permission: resetCustomerPassword.permission },
]

/** The actions on a customer, and the dialog of the one that was chosen. */
export function useCustomerActions(): { actionsOf: (customer: Customer) => Action[]; dialog: ReactNode } {
  const { t } = useTranslation('customers')
  const [chosen, setChosen] = useState<{ deed: Deed; customer: Customer } | null>(null)
  const actionsOf = (customer: Customer): Action[] =>
    DEEDS.map(({ deed, word, icon, permission }) => ({
      key: deed,
      label: t(word),
      icon,
      permission,
      onPress: () => setChosen({ deed, customer }),
    }))
  const Shown = chosen && dialogs[chosen.deed]
  const dialog = Shown && <Shown customer={chosen.customer} onClose={() => setChosen(null)} />
  return { actionsOf, dialog }
}
