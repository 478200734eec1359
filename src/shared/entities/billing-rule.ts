import { entity, type Row } from '../kit/entity.ts'
import { cents, choice, hour, minutes, status, text } from '../kit/fields.ts'

export const BANDS = ['sharp', 'peak', 'flat', 'valley'] as const

/** Prices for one band of the day. Fees are cents per kWh, the occupation fee cents per hour. */
export const billingRule = entity('billing_rule', {
  path: '/system/charge-rules',
  calls: {
    list: 'index',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'get-rules',
    export: 'export',
  },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    band: choice(BANDS, { slot: 'line', filter: true, initial: 'flat' }),
    start_hour: hour({ slot: 'line', sort: true }),
    /** Exclusive; 22 to 6 runs past midnight, equal hours are the whole day. */
    end_hour: hour({ slot: 'line' }),
    electricity_fee: cents({ slot: 'lead', unit: '/kWh' }),
    service_fee: cents({ unit: '/kWh' }),
    electricity_cost: cents({ unit: '/kWh', initial: 0 }),
    occupation_fee: cents({ unit: '/h', initial: 0 }),
    free_minutes: minutes({ initial: 0 }),
    status: status({ enabled: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'enabled' }),
  },
  sort: { prop: 'start_hour', order: 'asc' },
  offers: { status: 'enabled' },
  archives: true,
  within: 'everybody',
})
export type BillingRule = Row<typeof billingRule>
export type Band = BillingRule['band']
