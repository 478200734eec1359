import { berthState, isInUse } from '../../shared/domain/berth-state.ts'
import { berthRow } from '../../shared/endpoints/berths.ts'
import type { berth } from '../../shared/entities/berth.ts'
import type { Draft, Row } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { wrongField } from '../kit/refusal.ts'
import { refuseHalfPlace } from '../kit/whole-place.ts'
import { connectorsAt } from './connectors-at.ts'

/** What berths have besides their fields: their state now, and the specification's names and nested records. */
export const berthExtension: Extension<typeof berth> = {
  row: berthRow,
  async extend(rows, { db }) {
    const [connectors, imeis] = await Promise.all([connectorsAt(db, rows), imeisOf(rows, db)])
    return rows.map((row) => completed(row, connectors.get(row.id) ?? [], imeis))
  },
  async check(record, context, before) {
    refuseHalfPlace(record)
    // Whoever changes a berth's words need not put its pile right first.
    if (before?.pile_id === record.pile_id && before?.connector_number === record.connector_number) return
    await refuseStrangePile(record, context)
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

/** A berth is reached by a pile of its own site, by a connector that this has. An unknown pile is the database's to refuse. */
async function refuseStrangePile(
  { site_id, pile_id, connector_number }: Draft<typeof berth>,
  { db }: Context,
): Promise<void> {
  if (!pile_id) return
  const pile = await db.selectFrom('pile').select(['site_id']).where('id', '=', pile_id).executeTakeFirst()
  const site = await db.selectFrom('site').select('id').where('id', '=', site_id).executeTakeFirst()
  // The index of connectors would speak first, of another field.
  if (!site) throw wrongField('site_id', 'unknown_reference')
  if (!pile) return
  if (pile.site_id !== site_id) throw wrongField('pile_id', 'refusals:pile_elsewhere')
  if (connector_number) await refuseStrangeConnector(db, pile_id, connector_number)
}

/** What connectors a pile has, its type says; one without a type has those that it has told of. */
async function refuseStrangeConnector(db: Context['db'], pile_id: number, number: number): Promise<void> {
  const { guns, told } = await db
    .selectFrom('pile')
    .leftJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
    .select(['pile_type.guns'])
    .select((eb) =>
      eb
        .selectFrom('connector')
        .select((of) => of.fn.max('number').as('told'))
        .where('connector.pile_id', '=', pile_id)
        .as('told'),
    )
    .where('pile.id', '=', pile_id)
    .executeTakeFirstOrThrow()
  const most = Math.max(guns ?? 0, Number(told ?? 0))
  if (most > 0 && number > most) throw wrongField('connector_number', 'too_big', { max: most })
}
