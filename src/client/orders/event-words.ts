import { useTranslation } from 'react-i18next'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { order } from '../../shared/entities/order.ts'
import { payment } from '../../shared/entities/payment.ts'
import { refund } from '../../shared/entities/refund.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'

/** An event of a session flows, waits, went wrong or is over. What is not named here is a plain fact. */
const TONES: Record<string, Tone> = {
  authorized: 'available',
  card_blocked: 'faulted',
  card_expired: 'faulted',
  card_invalid: 'faulted',
  card_in_use: 'faulted',
  balance_short: 'faulted',
  blocked_midway: 'faulted',
  reserved_for_other: 'waiting',
  reservation_used: 'available',
  reservation_used_by: 'available',
  decided_waived: 'available',
  decided_claimed: 'available',
  decided_part: 'available',
  decided_other: 'available',
  decided_nobody: 'available',
  started: 'charging',
  suspended_vehicle: 'waiting',
  suspended_pile: 'waiting',
  held_at_limit: 'waiting',
  resumed: 'charging',
  priority_on: 'reserved',
  priority_on_at_pile: 'reserved',
  stopped: 'charging',
  free_interval: 'waiting',
  occupation_began: 'waiting',
  paid: 'available',
  settled: 'available',
  collected: 'available',
  entered: 'charging',
  supplement_of: 'waiting',
  supplemented: 'waiting',
  refund_asked: 'waiting',
  refund_reviewed: 'reserved',
  refund_begun: 'charging',
  refund_to_balance: 'available',
  refund_paid: 'available',
  refund_failed: 'faulted',
  short: 'faulted',
  held: 'faulted',
  start_missing: 'waiting',
  reports_to_come: 'waiting',
  no_more_reports: 'waiting',
}

/** What of an event is one of a record's choices, and so is said in the operator's word. */
function useChosen(): (event: string, name: string, value: string) => string | null {
  const orders = useWords(order)
  const payments = useWords(payment)
  const refunds = useWords(refund)
  const chosen: Record<string, { figure: string; of: readonly string[]; say: (value: string) => string }> = {
    held: { figure: 'reason', of: order.fields.abnormal.choices, say: (value) => orders.choice('abnormal', value) },
    collected: { figure: 'way', of: payment.fields.way.choices, say: (value) => payments.choice('way', value) },
    refund_paid: { figure: 'way', of: refund.fields.way.choices, say: (value) => refunds.choice('way', value) },
  }
  return (event, name, value) => {
    const one = chosen[event]
    return one?.figure === name && one.of.includes(value) ? one.say(value) : null
  }
}

type Figure = string | number

/** Figures say their unit in their name: cents, Wh, minutes, seconds, moments. */
function useFigure(timeZone: string): (event: string, name: string, value: Figure) => Figure {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const wordOf = useChosen()
  return (event, name, value) => {
    if (typeof value === 'number' && name.endsWith('_cents')) return format.money(value)
    if (typeof value === 'number' && name.endsWith('_wh')) return format.number(value / 1000, 3)
    if (typeof value === 'number' && name.endsWith('_seconds')) return format.duration(value)
    if (typeof value === 'number') return value
    if (name.endsWith('_at')) return format.timeWithSeconds(value, timeZone)
    if (event === 'stopped' && name === 'reason') return t(`stop.${value}`, { defaultValue: value })
    return wordOf(event, name, value) ?? value
  }
}

/** Says an event in the person's language. */
export function useEventWords(timeZone: string) {
  const { t } = useTranslation('orders')
  const figure = useFigure(timeZone)
  return ({ event, figures }: OrderEvent): { text: string; tone: Tone } => {
    const said: Record<string, Figure> = {}
    for (const [name, value] of Object.entries(figures)) said[name] = figure(event, name, value)
    return {
      text: t(`events.${event}`, { defaultValue: event, ...said }),
      tone: TONES[event] ?? 'offline',
    }
  }
}
