import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewRefund } from '../../../shared/endpoints/refunds.ts'
import { type Refund, refund as refundEntity } from '../../../shared/entities/refund.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { useDecision } from '../use-decision.ts'
import { About } from './about.tsx'

/** Another person than who asked agrees, or says no and why. */
export function ReviewDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const words = useWords(refundEntity)
  const [verdict, setVerdict] = useState<'agree' | 'reject'>('agree')
  const [remark, setRemark] = useState('')
  const agreed = verdict === 'agree'
  const reviewing = useDecision(reviewRefund, {
    done: t(agreed ? 'refund.agreed' : 'refund.rejected'),
    onDone: onClose,
  })
  const missing = agreed || remark.trim() ? [] : ['remark']
  const verdicts = (['agree', 'reject'] as const).map((key) => ({ key, label: t(`refund.${key}`) }))
  return (
    <DecisionDialog
      title={t('refund.review_title', { number: refund.number })}
      action={t(`refund.${verdict}`)}
      danger={!agreed}
      busy={reviewing.busy}
      error={reviewing.elsewhere}
      onDecide={() => reviewing.send({ id: refund.id, agreed, remark: remark || null }, missing)}
      onClose={onClose}
    >
      <About refund={refund} />
      <Labelled label={t('refund.verdict')}>
        {() => <Segments label={t('refund.verdict')} options={verdicts} value={verdict} onChange={setVerdict} />}
      </Labelled>
      <Remark
        label={words.label('review_remark')}
        required={!agreed}
        error={reviewing.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
