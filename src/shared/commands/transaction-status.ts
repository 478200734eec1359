import { reference } from '../kit/fields.ts'
import { command } from './declare.ts'

/** Asks a pile whether it still has reports of a session that are missing here. */
export const transactionStatus = command('transaction_status', {
  about: 'pile',
  icon: 'refresh',
  fields: { order_id: reference('order') },
  elsewhere: true,
  connected: true,
  resolved: true,
})
