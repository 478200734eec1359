import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewBalanceRequest } from '../../../shared/endpoints/customers.ts'
import { type BalanceRequest, balanceRequest } from '../../../shared/entities/balance-request.ts'
import { useDecision } from '../../kit/api/use-decision.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { About, CHANGED } from './about.tsx'

/** Another person than who asked agrees, and it is entered at once; or says no and why. */
export function ReviewDialog({ request, onClose }: { request: BalanceRequest; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const words = useWords(balanceRequest)
  const [verdict, setVerdict] = useState<'agree' | 'reject'>('agree')
  const [remark, setRemark] = useState('')
  const agreed = verdict === 'agree'
  const reviewing = useDecision(reviewBalanceRequest, {
    changes: CHANGED,
    done: t(agreed ? 'second_person.agreed' : 'second_person.rejected'),
    onDone: onClose,
  })
  const missing = agreed || remark.trim() ? [] : ['remark']
  const verdicts = (['agree', 'reject'] as const).map((key) => ({ key, label: t(`second_person.${key}`) }))
  return (
    <DecisionDialog
      title={t('second_person.review_title', { number: request.number })}
      action={t(`second_person.${verdict}`)}
      danger={!agreed}
      busy={reviewing.busy}
      error={reviewing.elsewhere}
      onDecide={() => reviewing.send({ id: request.id, agreed, remark: remark || null }, missing)}
      onClose={onClose}
    >
      <About request={request} />
      <Labelled
        label={t('second_person.verdict')}
        hint={agreed ? t('second_person.agree_text') : t('second_person.reject_text')}
      >
        {() => <Segments label={t('second_person.verdict')} options={verdicts} value={verdict} onChange={setVerdict} />}
      </Labelled>
      <Remark
        label={words.label('decision_remark')}
        required={!agreed}
        error={reviewing.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
