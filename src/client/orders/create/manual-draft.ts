import type { createOrder, priceOrder } from '../../../shared/endpoints/order-money.ts'
import type { Body } from '../../../shared/kit/endpoint.ts'
import type { Option } from '../../kit/ui/use-options.ts'

/** What is entered so far; figures are null when empty and text while they are no figure. */
export interface ManualDraft {
  pile: Option<number> | null
  gun: number | string | null
  customer: Option<number> | null
  plate: string
  /** ISO, empty while nothing is entered, text while it is no moment. */
  from: string
  to: string
  /** Whether the energy is given, or what the meter showed. */
  by: 'energy' | 'meter'
  energy_wh: number | string | null
  meter_start_wh: number | string | null
  meter_stop_wh: number | string | null
  remark: string
}

export const emptyDraft: ManualDraft = {
  pile: null,
  gun: 1,
  customer: null,
  plate: '',
  from: '',
  to: '',
  by: 'energy',
  energy_wh: null,
  meter_start_wh: null,
  meter_stop_wh: null,
  remark: '',
}

const isFigure = (value: number | string | null): value is number => typeof value === 'number'

/** The fields without which the session has no price, by the contract's names. */
export function missingOf({ pile, gun, from, to, by, ...figures }: ManualDraft): string[] {
  const needed = by === 'energy' ? (['energy_wh'] as const) : (['meter_start_wh', 'meter_stop_wh'] as const)
  return [
    ...(pile ? [] : ['pile_id']),
    ...(isFigure(gun) ? [] : ['connector_number']),
    ...(Date.parse(from) ? [] : ['started_at']),
    ...(Date.parse(to) ? [] : ['ended_at']),
    ...needed.filter((name) => !isFigure(figures[name])),
  ]
}

/** The session as the server prices it. */
export function sessionOf(draft: ManualDraft): Body<typeof priceOrder> {
  const { pile, gun, from: started_at, to: ended_at, by } = draft
  const place = { pile_id: pile?.key ?? 0, connector_number: Number(gun), started_at, ended_at }
  if (by === 'energy') return { ...place, energy_wh: Number(draft.energy_wh) }
  return { ...place, meter_start_wh: Number(draft.meter_start_wh), meter_stop_wh: Number(draft.meter_stop_wh) }
}

/** All of it, as it is entered. */
export const orderOf = (draft: ManualDraft): Body<typeof createOrder> => ({
  ...sessionOf(draft),
  customer_id: draft.customer?.key ?? null,
  plate: draft.plate || null,
  remark: draft.remark,
})
