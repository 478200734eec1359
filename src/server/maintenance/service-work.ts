import { type Kysely, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Maintenance } from '../../shared/entities/maintenance.ts'
import type { CampaignWork, KeptTarget } from '../campaigns/ports.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>

/** What a campaign of maintenance is to do at each gun. */
export interface ServicePayload {
  maintenance: number
  type: 'Inoperative' | 'Operative'
  service: Maintenance['service']
}

const isOurs = (payload: object): payload is ServicePayload => 'maintenance' in payload

/** How campaigns bring guns out of service for maintenance, and back; what people ask many piles for goes on as it is. */
export const withMaintenance = (plain: CampaignWork): CampaignWork => ({
  ...plain,
  async intentOf(target, payload, db) {
    if (!isOurs(payload)) return plain.intentOf(target, payload, db)
    const why = await obstacleOf(target, payload, db)
    if (why) return { impossible: why }
    const stop = payload.service === 'at_once' && payload.type === 'Inoperative' ? await stopOf(target, db) : null
    return stop ?? { ask: 'availability', connector_number: gunOf(target), type: payload.type }
  },
  /** However the session's end went, the gun goes out of service next: one that charges on does when it is over. */
  next: async (_, { intent }) => (intent?.ask === 'stop' ? null : undefined),
})

const gunOf = ({ connector_number }: Pick<KeptTarget, 'connector_number'>) => connector_number ?? 0

/** Looked at when the gun is asked: its pile may have been away for long. */
async function obstacleOf(target: KeptTarget, { maintenance, type }: ServicePayload, db: Db): Promise<string | null> {
  const gun = gunOf(target)
  const { rows } = await sql<{ hand: boolean; over: boolean; kept: boolean; under: boolean }>`
    select out_by_hand(${target.pile_id}, ${gun}) as hand, out_by_maintenance(${target.pile_id}, ${gun}) as kept,
      not exists (select from maintenance where id = ${maintenance} and over_at > now()) as over,
      is_under(${maintenance}, ${target.pile_id}) as under`.execute(db)
  const now = rows[0]
  if (now?.hand) return 'out_by_hand'
  if (type === 'Inoperative' && now?.over) return 'maintenance_over'
  if (type === 'Inoperative') return now?.under ? null : 'moved_away'
  return now?.kept ? 'other_maintenance' : null
}

/** The end of the session at the gun, unless that is what it was asked for last. */
async function stopOf({ id, pile_id, connector_number }: KeptTarget, db: Db): Promise<Intent | null> {
  const { rows } = await sql<{ transaction_id: number }>`
    select o.transaction_id from orders o
    where o.pile_id = ${pile_id} and o.connector_number = ${connector_number} and o.status = 'generated'
      and not exists (select from campaign_target t join command c on c.id = t.command_id where t.id = ${id} and c.action = 'stop')
    order by o.id desc limit 1`.execute(db)
  const [order] = rows
  return order ? { ask: 'stop', transaction_id: String(order.transaction_id) } : null
}
