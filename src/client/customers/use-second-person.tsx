import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type correctBalance, secondPerson } from '../../shared/endpoints/customers.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { FieldWarning } from '../kit/forms/field-warning.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'

type Entered = Data<typeof correctBalance>

interface SecondPerson {
  /** Whether this amount waits for a second person; the server decides. */
  needed: boolean
  /** Says so, before it is sent. */
  notice: ReactNode
}

/** What is known before an amount (cents, up or down) is sent: whether a second person has to agree. */
export function useSecondPerson(customer_id: number, cents: number): SecondPerson {
  const { t } = useTranslation('customers')
  const format = useFormat()
  const { data } = useCall(secondPerson, { id: customer_id }, { entities: ['customer', 'ledger_entry', 'setting'] })
  const limit = data?.limit_cents ?? null
  const used = data?.used_cents ?? 0
  const needed = limit !== null && used + Math.abs(cents) > limit
  const figures = { limit: format.money(limit ?? 0), used: format.money(used) }
  const text = t(used ? 'second_person.needs_used' : 'second_person.needs', figures)
  return { needed, notice: needed ? <FieldWarning text={text} /> : null }
}

/** What became of it, in a word: by the key of what was entered at once, with the balance or for anyone who may not see that. */
export function useEnteredWords(key: 'topped_up' | 'correct.done') {
  const { t } = useTranslation('customers')
  const format = useFormat()
  return ({ request, balance_cents, number }: Entered) => {
    if (request) return t('second_person.asked', { number: request.number })
    if (balance_cents === null) return t(`${key}_only`, { number })
    return t(key, { balance: format.money(balance_cents), number })
  }
}
