import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allocateCard } from '../../shared/endpoints/cards.ts'
import type { Card } from '../../shared/entities/card.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { referenceOptions } from '../kit/fields/reference.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import type { Option } from '../kit/ui/use-options.ts'
import { CARDS } from './changes.ts'

/** Gives a card to a customer, who is looked for while typing. */
export function AllocateDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const [customer, setCustomer] = useState<Option<number> | null>(null)
  const giving = useDecision(allocateCard, { changes: CARDS, done: t('allocate.done'), onDone: onClose })
  const missing = customer ? [] : ['customer_id']
  return (
    <DecisionDialog
      title={t('allocate.title', { card: card.number })}
      action={t('allocate.action')}
      busy={giving.busy}
      error={giving.elsewhere}
      onDecide={() => giving.send({ id: card.id, customer_id: customer?.key ?? 0 }, missing)}
      onClose={onClose}
    >
      <Labelled label={t('allocate.customer')} required error={giving.wrongOf('customer_id', missing)}>
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <Select<number>
            id={id}
            label={t('allocate.customer')}
            {...referenceOptions('customer')}
            value={customer}
            onChange={setCustomer}
            opensAtOnce
            invalid={invalid}
            {...(describedBy && { describedBy })}
          />
        )}
      </Labelled>
    </DecisionDialog>
  )
}
