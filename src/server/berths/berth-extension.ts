import { berthState, isInUse } from '../../shared/domain/berth-state.ts'
import { berthRow } from '../../shared/endpoints/berths.ts'
import type { berth } from '../../shared/entities/berth.ts'
import type { Row } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { halfPlace, refuseHalfPlace } from '../kit/whole-place.ts'
import { connectorsAt } from './connectors-at.ts'
import { strangePiles } from './strange-pile.ts'

/** What berths have besides their fields: their state now, and the specification's names and nested records. */
export const berthExtension: Extension<typeof berth> = {
  row: berthRow,
  async extend(rows, { db }) {
    const [connectors, imeis] = await Promise.all([connectorsAt(db, rows), imeisOf(rows, db)])
    return rows.map((row) => completed(row, connectors.get(row.id) ?? [], imeis))
  },
  async check(record, context, before) {
    refuseHalfPlace(record)
    // Anyone who changes a berth's words need not put its pile right first.
    if (before?.pile_id === record.pile_id && before?.connector_number === record.connector_number) return
    const [refusal] = await strangePiles(context.db, [record])
    if (refusal) throw refusal
  },
  async checkAll(records, { db }) {
    const strange = await strangePiles(db, records)
    return records.map((record, at) => halfPlace(record) ?? strange[at] ?? null)
  },
}

function completed(row: Row<typeof berth>, connectors: readonly string[], imeis: ReadonlyMap<number, string | null>) {
  const { id, site_id, pile_id, status } = row
  return {
    ...row,
    state: berthState({ status, connectors }),
    is_use: isInUse(connectors),
    park_lot_id: site_id,
    park_space_sn: row.serial,
    space_status: status,
    parkLot: { id: site_id, park_name: row.site.title },
    parkDevice: pile_id === null ? null : { park_lot_id: site_id, park_space_id: id, device_id: pile_id },
    device: pile_id === null ? null : { id: pile_id, imei: imeis.get(pile_id) ?? null },
  }
}

async function imeisOf(rows: readonly Row<typeof berth>[], db: Context['db']): Promise<Map<number, string | null>> {
  const ids = rows.flatMap(({ pile_id }) => pile_id ?? [])
  if (ids.length === 0) return new Map()
  const piles = await db.selectFrom('pile').select(['id', 'imei']).where('id', 'in', ids).execute()
  return new Map(piles.map(({ id, imei }) => [id, imei]))
}
