import { type Kysely, sql } from 'kysely'
import type { Asking } from '../../shared/domain/intent.ts'
import {
  ACTIVE_KEY,
  type Connection,
  flawOfWrite,
  type KnownConnection,
  type Network,
  networkOf,
  ORDER_KEY,
  SLOT_COMPONENT,
  type Standing,
  type ToldOfNetwork,
  type WriteFlaw,
} from '../../shared/domain/network.ts'
import type { Database } from '../kit/database/tables.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import type { Target } from './ports.ts'
import { type Doors, refuseWithoutDoor, standing } from './raise-profile.ts'

type Db = Kysely<Database>

interface Told extends ToldOfNetwork {
  read_at: string
}

/** What is known of a pile's slots: what it told, and what was written since or what nobody tells. */
export async function knownNetwork(db: Db, pile_id: number): Promise<Network & { read_at: string | null }> {
  const [{ rows: told }, written] = await Promise.all([
    sql<Told>`select key, value, choices, read_at from pile_setting where pile_id = ${pile_id} and attribute = 'Actual'
      and (lower(component) = ${SLOT_COMPONENT.toLowerCase()} or lower(key) in (${ACTIVE_KEY.toLowerCase()}, ${ORDER_KEY.toLowerCase()}))`.execute(
      db,
    ),
    db.selectFrom('pile_network_slot').selectAll().where('pile_id', '=', pile_id).orderBy('slot').execute(),
  ])
  const network = networkOf(told)
  const known = new Map(network.known)
  const toldAt = told.find(({ key }) => key.startsWith(SLOT_COMPONENT))?.read_at ?? null
  for (const { slot, connection, written_at } of written)
    if (!known.has(slot) || toldAt === null || Date.parse(written_at) > Date.parse(toldAt))
      known.set(slot, knownOf(connection))
  const read_at = told.find(({ key }) => key.toLowerCase() === ACTIVE_KEY.toLowerCase())?.read_at ?? null
  return { ...network, known, read_at }
}

const knownOf = ({ apn, ...connection }: Connection): KnownConnection => ({ ...connection, apn: apn?.name ?? null })

export async function standingOf(db: Db, pile_id: number): Promise<Standing> {
  const pile = await standing(db, pile_id)
  return { connected: pile?.connected_profile ?? 0, floor: pile?.security_floor ?? 0 }
}

/** Whether an address leads to this console, as far as it knows its own. */
export const isOurs = (address: string, { addresses }: Pick<Doors, 'addresses'>): boolean =>
  Object.values(addresses).some(
    (own) => own !== null && URL.canParse(address) && new URL(own).host === new URL(address).host,
  )

type Writing = Asking<'write_network'>

interface SaidSlot {
  id: number | null
  slot: number
  connect_to: string
  security: '1' | '2' | '3'
  interface: Connection['interface']
  message_seconds: number
  apn: string | null
  apn_sign_in: 'auto' | 'none' | 'pap' | 'chap'
  apn_user: string | null
  apn_password: string | null
}

function intentOf({ slot, connect_to, security, message_seconds, ...said }: SaidSlot): Writing {
  const { apn: name, apn_sign_in: sign_in, apn_user, apn_password } = said
  const apn = name ? { name, sign_in, user: apn_user || null, password: apn_password || null } : null
  const at = connect_to.trim().replace(/\/+$/, '')
  const connection = { address: at, profile: Number(security), interface: said.interface, message_seconds, apn }
  return { ask: 'write_network', slot, connection }
}

const flawAt = async (db: Db, pile_id: number, { slot, connection }: Writing): Promise<WriteFlaw | null> =>
  flawOfWrite({ slot, ...connection }, await knownNetwork(db, pile_id), await standingOf(db, pile_id))

/** Whether the version that a pile speaks can say it. */
export type CanSay = (pile_id: number, intent: Writing) => Promise<boolean>

/** What is said about networks; `id` null: many piles, each of which is looked at when it is asked. */
export const networkResolvers = (doors: Doors, canSay: CanSay) => ({
  async write_network(said: SaidSlot, { db }: { db: Db }): Promise<Writing> {
    const intent = intentOf(said)
    const { connection } = intent
    if (isOurs(connection.address, doors)) refuseWithoutDoor(connection.profile, doors, 'security')
    // It would be kept with the campaign.
    if (said.id === null && connection.apn?.password)
      throw wrongField('apn_password', 'certificates:network.one_by_one')
    const flaw =
      said.id === null
        ? flawOfWrite({ slot: said.slot, ...connection }, null, { connected: 0, floor: 0 })
        : await flawAt(db, said.id, intent)
    if (flaw) throw wrongField(FIELDS[flaw.field], `certificates:network.flaws.${flaw.flaw}`)
    if (said.id !== null && !(await canSay(said.id, intent)))
      throw wrongField('interface', 'certificates:network.no_interface')
    return intent
  },

  /** One by itself starts anew: its order is what it is. Campaigns see to the order first. */
  async move_network({ id, slot }: { id: number | null; slot: number }, { db }: { db: Db }) {
    if (id !== null && (await knownNetwork(db, id)).order[0] !== slot)
      throw new Refusal(409, 'certificates:network.not_first')
    return { ask: 'move_network' as const, slot }
  },
})

const FIELDS = { slot: 'slot', address: 'connect_to', profile: 'security' } as const

/** How campaigns write into slots: each pile is looked at as one by itself is. */
export const writeNetworkWork = {
  action: 'write_network' as const,
  holds: 'answer' as const,
  repeatable: true,
  async intentOf({ pile_id }: Target, payload: object, db: Db): Promise<Writing | { impossible: string }> {
    const flaw = await flawAt(db, pile_id, payload as Writing)
    return flaw ? { impossible: `network_${flaw.flaw}` } : (payload as Writing)
  },
}
