import { useSearchParams } from 'react-router-dom'
import { STATEMENT_PARTIES, type StatementParty } from '../../shared/endpoints/statements.ts'
import { dayOf } from '../kit/fields/days.ts'
import { monthsUpTo } from '../kit/fields/period.ts'

/** Whose statement of which month the address asks for: the last month that is over when it does not say. */
export function useAsked() {
  const [address, setAddress] = useSearchParams()
  const of: StatementParty = STATEMENT_PARTIES.find((party) => party === address.get('of')) ?? 'merchant'
  const written = address.get('month') ?? ''
  const [, last = ''] = monthsUpTo(dayOf(new Date().toISOString()), 2)
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(written) ? written : last.slice(0, 7)
  const put = (changed: Record<string, string | null>) => {
    const next = new URLSearchParams(address)
    for (const [key, value] of Object.entries(changed)) value === null ? next.delete(key) : next.set(key, value)
    setAddress(next, { replace: true })
  }
  return { of, id: Number(address.get('id')) || null, month, put }
}
export type Asked = ReturnType<typeof useAsked>
