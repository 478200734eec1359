import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmRefund } from '../../../shared/endpoints/refunds.ts'
import { type Refund, refund as refundEntity } from '../../../shared/entities/refund.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { SlipInput } from '../slip-input.tsx'
import { useDecision } from '../use-decision.ts'
import { About } from './about.tsx'

/** Says what became of money that was sent back the way it came. */
export function ConfirmDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const words = useWords(refundEntity)
  const [outcome, setOutcome] = useState<'arrived' | 'failed'>('arrived')
  const [text, setText] = useState('')
  const paid = outcome === 'arrived'
  const field = paid ? 'reference' : 'failure'
  const confirming = useDecision(confirmRefund, {
    done: t(paid ? 'refund.confirmed' : 'refund.noted_failure'),
    onDone: onClose,
  })
  const missing = text.trim() ? [] : [field]
  const outcomes = (['arrived', 'failed'] as const).map((key) => ({ key, label: t(`refund.${key}`) }))
  const error = confirming.wrongOf(field, missing)
  return (
    <DecisionDialog
      title={t('refund.confirm_title', { number: refund.number })}
      action={t('refund.confirm')}
      danger={!paid}
      busy={confirming.busy}
      error={confirming.elsewhere}
      onDecide={() => confirming.send({ id: refund.id, paid, [field]: text }, missing)}
      onClose={onClose}
    >
      <About refund={refund} />
      <Labelled label={t('refund.outcome')}>
        {() => <Segments label={t('refund.outcome')} options={outcomes} value={outcome} onChange={setOutcome} />}
      </Labelled>
      {paid ? (
        <SlipInput
          label={words.label('reference')}
          hint={t('refund.reference_hint')}
          error={error}
          value={text}
          onChange={setText}
        />
      ) : (
        <Remark label={words.label('failure')} required error={error} value={text} onChange={setText} />
      )}
    </DecisionDialog>
  )
}
