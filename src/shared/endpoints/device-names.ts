import * as z from 'zod/mini'

/** A gun's real-time data under the specification's words: cents, minutes, Wh, A and V; null while nothing flows. */
export const gunNow = z.object({
  connector_number: z.int(),
  charging_state: z.string(),
  /** The customer's. */
  balance: z.nullable(z.int()),
  charge_amount: z.nullable(z.int()),
  current_type: z.nullable(z.enum(['ac', 'dc'])),
  charging_minutes: z.nullable(z.int()),
  energy_charged: z.nullable(z.int()),
  current: z.nullable(z.number()),
  voltage: z.nullable(z.number()),
})

/** A pile under the names that callers of the specification look for, beside those of its record. */
export const deviceNames = {
  device_code: z.string(),
  device_number: z.nullable(z.string()),
  device_type_id: z.nullable(z.int()),
  device_type_name: z.nullable(z.string()),
  /** As the pile says it, else as its type does. */
  device_model: z.nullable(z.string()),
  /** Guns: those that it reported, else those of its type. */
  type_number: z.int(),
  device_status: z.string(),
  exception_status: z.enum(['normal', 'abnormal']),
  park_lot_id: z.nullable(z.int()),
  park_name: z.nullable(z.string()),
  real_time: z.array(gunNow),
}
