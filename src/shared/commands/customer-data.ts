import { MOST_CARD_NUMBER } from '../domain/card-number.ts'
import { choice, text } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/**
 * Has a pile tell, forget, or tell and forget what it keeps of a customer, who is named by a card. It says so in reports, also where it
 * only forgets; its list of cards is not the pile's to change.
 */
export const customerData = command('customer_data', {
  about: 'pile',
  icon: 'person',
  fields: {
    card_number: text({ max: MOST_CARD_NUMBER }),
    wanted: choice(['report', 'report_and_clear', 'clear']),
  },
  buttons: 'wanted',
  confirm: ['report_and_clear', 'clear'],
  danger: ['report_and_clear', 'clear'],
  bulk: true,
  resolved: true,
  effect: {
    ...{ shown_by: 'customer_report', within_ms: 10 * TIMES.MINUTE, late_ms: TIMES.DAY },
    ...{ only_with: 'Reports', early: true },
  },
})
