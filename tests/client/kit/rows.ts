import type { BillingRule } from '../../../src/shared/entities/billing-rule.ts'
import type { Customer } from '../../../src/shared/entities/customer.ts'

const common = (id: number) => ({
  id,
  version: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-02T08:00:00.000Z',
})

/** Rows as the API gives them. */
export const ruleRow = (given: Partial<BillingRule> = {}): BillingRule => ({
  ...common(given.id ?? 1),
  archived_at: null,
  name: 'Night',
  band: 'valley',
  start_hour: 22,
  end_hour: 6,
  electricity_fee: 62,
  service_fee: 40,
  electricity_cost: 31,
  occupation_fee: 1500,
  free_minutes: 15,
  status: 'enabled',
  ...given,
})

export const customerRow = (given: Partial<Customer> = {}): Customer => ({
  ...common(given.id ?? 1),
  archived_at: null,
  account: 'liwei',
  name: 'Li Wei',
  phone: '138 0000 2201',
  email: null,
  balance_cents: 1205,
  status: 'normal',
  merchant_id: null,
  merchant: null,
  dept_id: null,
  dept: null,
  ...given,
})
