import { MOST_TEXT, PRIORITIES, SHOWN_WHILE } from '../domain/screen/message.ts'
import { choice, count, instant, longText, reference } from '../kit/fields.ts'
import { command } from './declare.ts'

/** Has a pile tell which messages it holds. */
export const readMessages = command('read_messages', { about: 'pile', icon: 'refresh', elsewhere: true, bulk: true })

/** Has one pile show a text: that it is out of order, that the driver is to call. */
export const showMessage = command('show_message', {
  about: 'pile',
  icon: 'document',
  fields: {
    text: longText({ max: MOST_TEXT }),
    priority: choice(PRIORITIES, { initial: 'always_front' }),
    shown_while: choice(SHOWN_WHILE, { optional: true }),
    starts_at: instant({ optional: true }),
    ends_at: instant({ optional: true }),
    order_id: reference('order', { optional: true }),
  },
  connected: true,
  elsewhere: true,
  resolved: true,
})

/** Takes a message from a pile's screen. */
export const removeMessage = command('remove_message', {
  about: 'pile',
  icon: 'trash',
  fields: { message_number: count({ most: 2_147_483_647 }) },
  confirm: true,
  danger: true,
  connected: true,
  elsewhere: true,
})
