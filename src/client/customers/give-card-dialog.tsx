import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allocateCard } from '../../shared/endpoints/cards.ts'
import { type Customer, customer as customerEntity } from '../../shared/entities/customer.ts'
import { reference } from '../../shared/kit/fields.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { ReferenceInput } from '../kit/fields/reference-input.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'

const CARD = reference('card')

/** Gives a customer one of the cards that nobody has, or one that is added for it. */
export function GiveCardDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const [card, setCard] = useState<number | null>(null)
  const giving = useDecision(allocateCard, {
    changes: ['card', 'customer'],
    done: t('give_card.done'),
    onDone: onClose,
  })
  const missing = card ? [] : ['id']
  return (
    <DecisionDialog
      title={t('give_card.title', { account: customer.name ?? customer.account })}
      action={t('give_card.action')}
      busy={giving.busy}
      error={giving.elsewhere}
      onDecide={() => giving.send({ id: card ?? 0, customer_id: customer.id }, missing)}
      onClose={onClose}
    >
      <Labelled
        label={t('give_card.card')}
        required
        hint={t('give_card.hint')}
        error={giving.wrongOf('id', missing) ?? giving.wrongOf('customer_id')}
      >
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <ReferenceInput
            entity={customerEntity}
            name="card_id"
            field={CARD}
            disabled={false}
            label={t('give_card.card')}
            id={id}
            value={card}
            onChange={(chosen) => setCard(typeof chosen === 'number' ? chosen : null)}
            invalid={invalid}
            describedBy={describedBy}
          />
        )}
      </Labelled>
    </DecisionDialog>
  )
}
