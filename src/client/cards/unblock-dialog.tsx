import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unblockCard } from '../../shared/endpoints/cards.ts'
import type { Card } from '../../shared/entities/card.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import css from './cards.module.css'
import { CARDS } from './changes.ts'

/** Lets a blocked card charge again. */
export function UnblockDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const [remark, setRemark] = useState('')
  const unblocking = useDecision(unblockCard, { changes: CARDS, done: t('unblock.done'), onDone: onClose })
  return (
    <DecisionDialog
      title={t('unblock.title', { card: card.number })}
      action={t('unblock.action')}
      busy={unblocking.busy}
      error={unblocking.elsewhere}
      onDecide={() => unblocking.send({ id: card.id, remark })}
      onClose={onClose}
    >
      <div className={css.form}>
        <p>{t('unblock.text')}</p>
        <Remark label={t('remark')} error={unblocking.wrongOf('remark')} value={remark} onChange={setRemark} />
      </div>
    </DecisionDialog>
  )
}
