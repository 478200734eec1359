import { useTranslation } from 'react-i18next'
import { unblockCard } from '../../shared/endpoints/cards.ts'
import type { Card } from '../../shared/entities/card.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { RemarkDialog } from '../kit/ui/remark-dialog.tsx'
import { CARDS } from './changes.ts'

/** Lets a blocked card charge again. */
export function UnblockDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const unblocking = useDecision(unblockCard, { changes: CARDS, done: t('unblock.done'), onDone: onClose })
  return (
    <RemarkDialog
      title={t('unblock.title', { card: card.number })}
      action={t('unblock.action')}
      label={t('remark')}
      deciding={unblocking}
      onSend={(remark) => unblocking.send({ id: card.id, remark })}
      onClose={onClose}
    >
      <p>{t('unblock.text')}</p>
    </RemarkDialog>
  )
}
