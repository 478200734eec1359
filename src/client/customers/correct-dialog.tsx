import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { correctBalance } from '../../shared/endpoints/customers.ts'
import type { Customer } from '../../shared/entities/customer.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import { AmountField } from './amount-field.tsx'
import { BalanceFacts } from './balance-facts.tsx'
import { BALANCE } from './changes.ts'
import css from './customers.module.css'
import { useEnteredWords, useSecondPerson } from './use-second-person.tsx'

type Way = 'up' | 'down'

/** Puts a balance right by an entry of its own, with the reason. */
export function CorrectDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const [way, setWay] = useState<Way>('up')
  const [amount, setAmount] = useState<number | string | null>(null)
  const [remark, setRemark] = useState('')
  const wordsFor = useEnteredWords('correct.done')
  const correcting = useDecision(correctBalance, {
    changes: BALANCE,
    done: wordsFor,
    onDone: onClose,
  })
  const cents = typeof amount === 'number' ? (way === 'up' ? amount : -amount) : 0
  const { needed, notice } = useSecondPerson(customer.id, cents)
  const missing = [...(cents === 0 ? ['amount_cents'] : []), ...(remark.trim() ? [] : ['remark'])]
  return (
    <DecisionDialog
      title={t('correct.title', { account: customer.name ?? customer.account })}
      action={needed ? t('second_person.ask') : t('correct.action')}
      busy={correcting.busy}
      error={correcting.elsewhere}
      onDecide={() => correcting.send({ id: customer.id, amount_cents: cents, remark }, missing)}
      onClose={onClose}
    >
      <div className={css.form}>
        <Segments<Way>
          label={t('correct.way')}
          options={[
            { key: 'up', label: t('correct.up') },
            { key: 'down', label: t('correct.down') },
          ]}
          value={way}
          onChange={setWay}
        />
        <AmountField
          label={t('correct.amount')}
          error={correcting.wrongOf('amount_cents', missing)}
          value={amount}
          onChange={setAmount}
        />
        <Remark
          label={t('correct.reason')}
          hint={t('correct.reason_hint')}
          required
          error={correcting.wrongOf('remark', missing)}
          value={remark}
          onChange={setRemark}
        />
        {notice}
        <BalanceFacts customer={customer} cents={cents} agreed={needed} />
      </div>
    </DecisionDialog>
  )
}
