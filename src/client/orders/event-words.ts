import { useTranslation } from 'react-i18next'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useFormat } from '../kit/i18n/use-format.ts'

/** An event of a session flows, waits, went wrong or is over. What is not named here is a plain fact. */
const TONES: Record<string, Tone> = {
  authorized: 'available',
  card_blocked: 'faulted',
  card_expired: 'faulted',
  card_invalid: 'faulted',
  card_in_use: 'faulted',
  started: 'charging',
  suspended_vehicle: 'waiting',
  suspended_pile: 'waiting',
  resumed: 'charging',
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
}

/** Figures say their unit in their name: cents, Wh, minutes, seconds, moments. */
function useFigures(timeZone: string) {
  const { t } = useTranslation(['orders', 'entities'])
  const format = useFormat()
  return ([name, value]: [string, string | number]): [string, string | number] => {
    if (typeof value === 'number' && name.endsWith('_cents')) return [name, format.money(value)]
    if (typeof value === 'number' && name.endsWith('_wh')) return [name, format.number(value / 1000, 3)]
    if (typeof value === 'number' && name.endsWith('_seconds')) return [name, format.duration(value)]
    if (typeof value === 'string' && name.endsWith('_at')) return [name, format.timeWithSeconds(value, timeZone)]
    if (name === 'way') return [name, t(`entities:refund.choices.way.${value}`, { defaultValue: String(value) })]
    if (name === 'reason')
      return [
        name,
        t([`orders:stop.${value}`, `entities:order.choices.abnormal.${value}`], { defaultValue: String(value) }),
      ]
    return [name, value]
  }
}

/** Says an event in the person's language. */
export function useEventWords(timeZone: string) {
  const { t } = useTranslation('orders')
  const figure = useFigures(timeZone)
  return ({ event, figures }: OrderEvent): { text: string; tone: Tone } => ({
    text: t(`events.${event}`, { defaultValue: event, ...Object.fromEntries(Object.entries(figures).map(figure)) }),
    tone: TONES[event] ?? 'offline',
  })
}
