import { longText, text } from '../kit/fields.ts'
import { command } from './declare.ts'

/** A vendor's own message. What it names, a card or a transaction, has to be within the sender's reach. */
export const sendData = command('send_data', {
  about: 'pile',
  icon: 'mail',
  fields: {
    vendor_id: text({ max: 255 }),
    message_id: text({ max: 50, optional: true }),
    data: longText({ max: 8_000, optional: true }),
  },
  connected: true,
  elsewhere: true,
  resolved: true,
})
