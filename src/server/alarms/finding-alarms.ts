import type { FindingAlarms } from '../inspections/ports.ts'
import { clearing, insertAlarm } from './alarm-rows.ts'

const CODE = 'InspectionNotOk'

/** What inspections find, as alarms: one for each item of a pile. */
export const findingAlarms: FindingAlarms = {
  found: (db, { pile_id, check_item, message, at }) =>
    insertAlarm(db, pile_id, {
      ...{ code: CODE, kind: 'inspection', connector_number: null, vendor_code: null },
      ...{ check_item, message, at },
    }),
  async allRight(db, { pile_id, check_item, at }) {
    const closed = await clearing(db, at)
      .where('pile_id', '=', pile_id)
      .where('code', '=', CODE)
      .where('check_item', '=', check_item)
      .where('raised_at', '<=', new Date(at).toISOString())
      .execute()
    return closed.map(({ id }) => id)
  },
}
