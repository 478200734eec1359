import type { statementDelivery } from '../../shared/entities/statement-delivery.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { wrongField } from '../kit/refusal.ts'

/** A statement is of a merchant or of a site. */
export const statementDeliveryExtension: Extension<typeof statementDelivery> = {
  async check({ merchant_id, site_id }) {
    if (!merchant_id === !site_id) throw wrongField('merchant_id', 'one_of_two')
  },
}
