import type { Payload, PileCommand } from '../../shared/commands/declare.ts'
import type { offered } from '../../shared/commands/index.ts'
import { flawOfChange } from '../../shared/domain/configuration-keys.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Context } from '../kit/context.ts'
import { toldOf } from '../kit/kept-setting.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { openOrder, tagToStart } from './start-charging.ts'

/** What is said with a command: its fields, and its place where it has one. */
export type Said = Record<string, unknown> & { connector_number?: number | null }

type Order<N extends keyof typeof offered> = { id: number } & Payload<(typeof offered)[N]>

async function start({ id, connector_number, customer_id }: Order<'start'>, { db }: Context): Promise<Intent> {
  const { card_number, group } = await tagToStart(db, { pile_id: id, connector_number }, customer_id)
  return { ask: 'start', connector_number, card_number, ...(group !== null && { group }) }
}

async function stop({ id, connector_number, order_id }: Order<'stop'>, { db }: Context): Promise<Intent> {
  const order = await openOrder(db, id, connector_number, order_id ?? undefined)
  if (!order) throw new Refusal(409, 'commands:nothing_to_stop')
  return { ask: 'stop', transaction_id: String(order.transaction_id) }
}

/** Whatever is known of it: the pile may say something else than it told last. */
async function priority({ id, connector_number, order_id, turn }: Order<'priority'>, { db }: Context): Promise<Intent> {
  const order = await openOrder(db, id, connector_number, order_id)
  if (!order) throw new Refusal(409, 'commands:nothing_to_prioritize')
  return { ask: 'priority', transaction_id: String(order.transaction_id), on: turn === 'on' }
}

/** An order that waits for nothing has nothing to ask for. */
async function transactionStatus({ id, order_id }: Order<'transaction_status'>, { db }: Context): Promise<Intent> {
  const order = await db
    .selectFrom('orders')
    .select('transaction_id')
    .where('id', '=', order_id)
    .where('pile_id', '=', id)
    .where('status', '=', 'completed')
    .where('missing_events', '>', 0)
    .executeTakeFirst()
  if (!order) throw new Refusal(409, 'commands:nothing_missing')
  return { ask: 'transaction_status', transaction_id: String(order.transaction_id), by_pile_name: false }
}

async function readSettings({ component }: Order<'read_settings'>): Promise<Intent> {
  return { ask: 'read_settings', keys: [], ...(component && { only: { component } }) }
}

/** What the standard, or the pile itself, keeps from being changed is refused before anything is sent. */
async function configure({ id, key, value }: Order<'configure'>, { db }: Context): Promise<Intent> {
  const told = await db
    .selectFrom('pile_setting')
    .select(['read_only', 'write_only', 'type', 'unit', 'minimum', 'maximum', 'choices'])
    .where('pile_id', '=', id)
    .where((eb) => eb(eb.fn('lower', ['key']), '=', key.toLowerCase()))
    .executeTakeFirst()
  const flaw = flawOfChange(key, value ?? '', told ? toldOf(told) : null)
  if (flaw) throw wrongField(flaw.field, `configuration:flaws.${flaw.problem}`, { max: flaw.max })
  return { ask: 'configure', key, value: value ?? '' }
}

/** What a vendor's text names has to be within reach, as in an engineer's call. */
async function sendData({ id, ...said }: Order<'send_data'>, context: Context): Promise<Intent> {
  const { vendor_id, message_id = null, data = null } = said
  const facts = {
    connector_number: null,
    settings: [],
    password: null,
    free: true,
    secrets: [],
    named: { vendor_id, message_id, data },
  }
  await refuseForeign(id, facts, context, 'data')
  return { ask: 'send_data', vendor_id, message_id, data }
}

/** A card has to be within the sender's reach, as in an engineer's call. */
async function customerData({ id, card_number, wanted }: Order<'customer_data'>, context: Context): Promise<Intent> {
  const named = { id_token: card_number }
  const facts = { connector_number: null, settings: [], password: null, free: false, secrets: [], named }
  await refuseForeign(id, facts, context, 'card_number')
  return { ask: 'customer_data', card_number, wanted }
}

/** Makes what a pile is asked for of what a person said. */
export type Resolve = (order: never, context: Context) => Promise<Intent>
export type Resolvers = Readonly<Record<string, Resolve>>

/** Commands that are said by another thing than what the pile is told: a customer for a card, a gun for a session. */
const RESOLVED: Resolvers = {
  start,
  stop,
  priority,
  read_settings: readSettings,
  configure,
  send_data: sendData,
  transaction_status: transactionStatus,
  customer_data: customerData,
}

/** What a pile is asked for by a command; `id` null: many piles, which are asked for the same. `others`: what other features resolve. */
export async function intentOf(
  command: PileCommand,
  id: number | null,
  said: Said,
  { context, others }: { context: Context; others: Resolvers },
): Promise<Intent> {
  if (!command.resolved) return plainIntent(command, said)
  const resolve = RESOLVED[command.name] ?? others[command.name]
  if (!resolve) throw new Error(`nothing resolves ${command.name}`)
  return resolve({ ...said, id } as never, context)
}

/** The payload is the intent. */
const plainIntent = ({ name }: PileCommand, said: Said) => ({ ...said, ask: name }) as unknown as Intent
