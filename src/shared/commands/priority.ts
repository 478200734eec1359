import { choice, reference } from '../kit/fields.ts'
import { command, TIMES } from './declare.ts'

/**
 * Has the session of an order charge with all the power that may be had, instead of by its own limits, or no more (OCPP 2.1, K21). The pile tells
 * when it does. The buttons stand at the order.
 */
export const priority = command('priority', {
  about: 'gun',
  icon: 'bolt',
  fields: { order_id: reference('order'), turn: choice(['on', 'off']) },
  buttons: 'turn',
  elsewhere: true,
  connected: true,
  resolved: true,
  effect: { shown_by: 'priority', within_ms: TIMES.MINUTE, late_ms: TIMES.DAY, answers: true },
})
