import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideOrder } from '../../shared/endpoints/order-decision.ts'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import { type Order, order as orderEntity } from '../../shared/entities/order.ts'
import type { Body, Data } from '../../shared/kit/endpoint.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { referenceOptions } from '../kit/fields/reference.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Radios } from '../kit/ui/radios.tsx'
import { Select } from '../kit/ui/select.tsx'
import type { Option } from '../kit/ui/use-options.ts'
import { useDecision } from './use-decision.ts'

const customers = referenceOptions('customer')
const WH_PER_KWH = 1000

/** One choice of the dialog is a decision and, where someone pays, who. */
const CHOICES = {
  waive: { decision: 'waive' },
  claimed: { decision: 'charge', payer: 'claimed' },
  part: { decision: 'charge_part', payer: 'claimed' },
  other: { decision: 'charge', payer: 'other' },
  nobody: { decision: 'charge', payer: 'nobody' },
} as const satisfies Record<string, Partial<Body<typeof decideOrder>>>
type Choice = keyof typeof CHOICES

interface Props {
  order: Order
  facts: NonNullable<Data<typeof orderDetail>['unauthorized']>
  onClose: () => void
}

/** What may be decided: where nobody is known whose card it was, only the others. */
function useChoices({ order, facts }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  // Money of a customer of others is theirs to move.
  const owner = order.claimed_customer?.masked ? null : order.claimed_customer
  const amount = facts.total_cents === null ? '' : t('decide.amount', { amount: format.money(facts.total_cents) })
  const part = facts.part && {
    energy: format.energy(facts.part.energy_wh),
    amount: format.money(facts.part.total_cents),
  }
  return [
    { key: 'waive', label: t('decide.waive') },
    ...(owner && part ? [{ key: 'part', label: t('decide.part', { owner: owner.title, ...part }) }] : []),
    ...(owner ? [{ key: 'claimed', label: t('decide.claimed', { owner: owner.title, amount }) }] : []),
    { key: 'other', label: t('decide.other', { amount }) },
    { key: 'nobody', label: t('decide.nobody', { amount }) },
  ] as { key: Choice; label: string }[]
}

interface EnergyProps {
  value: number | string | null
  error: string | undefined
  onChange: (energy: number | string | null) => void
}

function Energy({ value, error, onChange }: EnergyProps) {
  const { t } = useTranslation('orders')
  return (
    <Labelled label={t('settle.energy')} hint={t('decide.energy_hint')} required error={error}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FigureInput {...{ id, invalid, describedBy, value, onChange }} scale={WH_PER_KWH} after="kWh" />
      )}
    </Labelled>
  )
}

interface PayerProps {
  value: Option<number> | null
  error: string | undefined
  onChange: (payer: Option<number> | null) => void
}

function Payer({ value, error, onChange }: PayerProps) {
  const { t } = useTranslation('orders')
  return (
    <Labelled label={t('supplement.payer')} required error={error}>
      {({ id, invalid }) => (
        <Select {...customers} {...{ id, invalid, value, onChange }} label={t('supplement.payer')} />
      )}
    </Labelled>
  )
}

/** A person decides who pays for a session that nobody authorized. */
export function DecideDialog({ order, facts, onClose }: Props) {
  const { t } = useTranslation('orders')
  const words = useWords(orderEntity)
  const choices = useChoices({ order, facts })
  const [choice, setChoice] = useState<Choice>('waive')
  const [payer, setPayer] = useState<Option<number> | null>(null)
  const [energy, setEnergy] = useState<number | string | null>(null)
  const [remark, setRemark] = useState('')
  const deciding = useDecision(decideOrder, { done: t('decide.done'), onDone: onClose })
  const { decision } = CHOICES[choice]
  const asksEnergy = facts.total_cents === null && decision === 'charge'
  const missing = [
    ...(choice === 'other' && !payer ? ['customer_id'] : []),
    ...(asksEnergy && typeof energy !== 'number' ? ['energy_wh'] : []),
    ...(remark.trim() ? [] : ['remark']),
  ]
  const body = {
    id: order.id,
    ...CHOICES[choice],
    ...(choice === 'other' && payer && { customer_id: payer.key }),
    ...(asksEnergy && { energy_wh: Number(energy) }),
    remark,
  }
  return (
    <DecisionDialog
      title={t('decide.title')}
      action={t('actions.decide')}
      busy={deciding.busy}
      error={deciding.elsewhere}
      onDecide={() => deciding.send(body, missing)}
      onClose={onClose}
    >
      <p>
        {t('decide.text', {
          why: order.refused_as
            ? words.choice('refused_as', order.refused_as)
            : words.choice('abnormal', 'unauthorized'),
        })}
      </p>
      <Labelled label={t('decide.label')} required error={deciding.wrongOf('decision') ?? deciding.wrongOf('payer')}>
        {({ id, invalid }) => (
          <Radios
            {...{ id, invalid }}
            stacked
            label={t('decide.label')}
            options={choices}
            value={choice}
            onChange={setChoice}
          />
        )}
      </Labelled>
      {choice === 'other' && (
        <Payer value={payer} onChange={setPayer} error={deciding.wrongOf('customer_id', missing)} />
      )}
      {asksEnergy && <Energy value={energy} onChange={setEnergy} error={deciding.wrongOf('energy_wh', missing)} />}
      <Remark
        label={t('settle.remark')}
        required
        error={deciding.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
