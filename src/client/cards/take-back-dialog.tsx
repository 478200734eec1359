import { useTranslation } from 'react-i18next'
import { takeBackCard } from '../../shared/endpoints/cards.ts'
import type { Card } from '../../shared/entities/card.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { RemarkDialog } from '../kit/ui/remark-dialog.tsx'
import { CARDS } from './changes.ts'

/** Takes a card back from its customer. */
export function TakeBackDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const taking = useDecision(takeBackCard, { changes: CARDS, done: t('take_back.done'), onDone: onClose })
  return (
    <RemarkDialog
      title={t('take_back.title', { card: card.number })}
      action={t('take_back.action')}
      label={t('remark')}
      deciding={taking}
      onSend={(remark) => taking.send({ id: card.id, remark })}
      onClose={onClose}
    >
      <p>{t('take_back.text', { customer: card.customer?.title ?? '' })}</p>
    </RemarkDialog>
  )
}
