import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allocateCard, blockCard, takeBackCard, unblockCard } from '../../shared/endpoints/cards.ts'
import type { Card } from '../../shared/entities/card.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'

const dialogs = {
  allocate: lazyDialog(() => import('./allocate-dialog.tsx').then((module) => ({ default: module.AllocateDialog }))),
  take_back: lazyDialog(() => import('./take-back-dialog.tsx').then((module) => ({ default: module.TakeBackDialog }))),
  block: lazyDialog(() => import('./block-dialog.tsx').then((module) => ({ default: module.BlockDialog }))),
  unblock: lazyDialog(() => import('./unblock-dialog.tsx').then((module) => ({ default: module.UnblockDialog }))),
}
type Deed = keyof typeof dialogs

const PERMISSIONS: Record<Deed, string> = {
  allocate: allocateCard.permission,
  take_back: takeBackCard.permission,
  block: blockCard.permission,
  unblock: unblockCard.permission,
}
const ICONS = { allocate: 'person', take_back: 'left', block: 'stop', unblock: 'check' } as const

/** What can be done with a card as it is now. */
function deedsOf(card: Card): Deed[] {
  if (card.status === 'blocked') return card.customer_id === null ? ['unblock'] : ['unblock', 'take_back']
  return card.customer_id === null ? ['allocate', 'block'] : ['block', 'take_back']
}

/** The actions on a card, and the dialog of the one that was chosen. */
export function useCardActions(): { actionsOf: (card: Card) => Action[]; dialog: ReactNode } {
  const { t } = useTranslation('cards')
  const [chosen, setChosen] = useState<{ deed: Deed; card: Card } | null>(null)
  const actionsOf = (card: Card) =>
    deedsOf(card).map(
      (deed): Action => ({
        key: deed,
        label: t(`${deed}.action`),
        icon: ICONS[deed],
        danger: deed === 'block',
        // Who has read a card that is nobody's has its driver beside them.
        primary: deed === 'allocate',
        permission: PERMISSIONS[deed],
        onPress: () => setChosen({ deed, card }),
      }),
    )
  const Shown = chosen && dialogs[chosen.deed]
  const dialog = Shown && <Shown card={chosen.card} onClose={() => setChosen(null)} />
  return { actionsOf, dialog }
}
