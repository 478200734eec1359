import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allocateCard } from '../../shared/endpoints/cards.ts'
import type { Customer } from '../../shared/entities/customer.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { referenceOptions } from '../kit/fields/reference.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import type { Option } from '../kit/ui/use-options.ts'

/** Gives a customer one of the cards that nobody has. */
export function GiveCardDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const [card, setCard] = useState<Option<number> | null>(null)
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
      onDecide={() => giving.send({ id: card?.key ?? 0, customer_id: customer.id }, missing)}
      onClose={onClose}
    >
      <Labelled
        label={t('give_card.card')}
        required
        hint={t('give_card.hint')}
        error={giving.wrongOf('id', missing) ?? giving.wrongOf('customer_id')}
      >
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <Select<number>
            id={id}
            label={t('give_card.card')}
            {...referenceOptions('card')}
            value={card}
            onChange={setCard}
            invalid={invalid}
            {...(describedBy && { describedBy })}
          />
        )}
      </Labelled>
    </DecisionDialog>
  )
}
