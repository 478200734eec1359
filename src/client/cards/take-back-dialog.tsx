import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeBackCard } from '../../shared/endpoints/cards.ts'
import type { Card } from '../../shared/entities/card.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import css from './cards.module.css'
import { CARDS } from './changes.ts'

/** Takes a card back from its customer. */
export function TakeBackDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const [remark, setRemark] = useState('')
  const taking = useDecision(takeBackCard, { changes: CARDS, done: t('take_back.done'), onDone: onClose })
  return (
    <DecisionDialog
      title={t('take_back.title', { card: card.number })}
      action={t('take_back.action')}
      busy={taking.busy}
      error={taking.elsewhere}
      onDecide={() => taking.send({ id: card.id, remark })}
      onClose={onClose}
    >
      <div className={css.form}>
        <p>{t('take_back.text', { customer: card.customer?.title ?? '' })}</p>
        <Remark label={t('remark')} error={taking.wrongOf('remark')} value={remark} onChange={setRemark} />
      </div>
    </DecisionDialog>
  )
}
