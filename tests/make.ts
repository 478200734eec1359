import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '../src/server/kit/database/tables.ts'
import { v16 } from '../src/server/ocpp/v16/protocol.ts'
import type { CheckItem } from '../src/shared/domain/inspection.ts'

/** Records for tests, written straight into the database; what a test does not care about has a sensible value. */

type Db = Kysely<Database>
type Given<T extends keyof Database> = Partial<Insertable<Database[T]>>

let made = 0
/** A number that no other record of this run has. */
export const next = (): number => ++made

export interface UserDraft {
  user_name?: string
  password?: string
  status?: 'normal' | 'disabled' | 'unverified'
  permissions?: string[]
  dept_id?: number | null
  /** The records for which their role's rights hold; those of the sites or merchants that are named. */
  data_scope?: 'all' | 'merchants' | 'sites' | 'department'
  site_ids?: number[]
  merchant_ids?: number[]
}

const hashes = new Map<string, Promise<string>>()
/**
 * Of the server's kind, and says of itself that it costs next to nothing: a server does by every hash what that says, so signing in
 * is as ever but for the time. Its own hashes cost what they have to.
 */
function hashOf(password: string): Promise<string> {
  const made = hashes.get(password) ?? hash(password, { memoryCost: 8, timeCost: 1 })
  hashes.set(password, made)
  return made
}

export async function makeUser(db: Db, { permissions = [], data_scope = 'all', ...given }: UserDraft = {}) {
  const password = given.password ?? 'correct horse 1'
  const user_name = given.user_name ?? `user${next()}`
  const role = await db
    .insertInto('role')
    .values({ name: `Role ${next()}`, alias: null, remark: null, permissions, data_scope })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const site_id of given.site_ids ?? [])
    await db.insertInto('role_site').values({ role_id: role.id, site_id }).execute()
  for (const merchant_id of given.merchant_ids ?? [])
    await db.insertInto('role_merchant').values({ role_id: role.id, merchant_id }).execute()
  const user = await db
    .insertInto('users')
    .values({
      user_name,
      name: user_name,
      status: given.status ?? 'normal',
      dept_id: given.dept_id ?? null,
      password_hash: await hashOf(password),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.insertInto('user_role').values({ user_id: user.id, role_id: role.id }).execute()
  return { ...user, password, role_id: role.id }
}

export const makeRule = (db: Db, given: Given<'billing_rule'> = {}) =>
  db
    .insertInto('billing_rule')
    .values({
      name: `Rule ${next()}`,
      band: 'flat',
      start_hour: 0,
      end_hour: 0,
      electricity_fee: 80,
      service_fee: 40,
      electricity_cost: 50,
      occupation_fee: 600,
      free_minutes: 15,
      status: 'enabled',
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A strategy of these rules; of one flat rule for the whole day when none are given. */
export async function makeStrategy(db: Db, { rule_ids, ...given }: Given<'strategy'> & { rule_ids?: number[] } = {}) {
  const strategy = await db
    .insertInto('strategy')
    .values({ name: `Strategy ${next()}`, status: 'enabled', ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
  const ids = rule_ids ?? [(await makeRule(db)).id]
  await db
    .insertInto('strategy_rule')
    .values(ids.map((rule_id) => ({ strategy_id: strategy.id, rule_id })))
    .execute()
  return { ...strategy, rule_ids: ids }
}

/** A site in Shanghai that charges by a strategy of its own, unless it is told otherwise. */
export async function makeSite(db: Db, given: Given<'site'> = {}) {
  const strategy_id = given.strategy_id === undefined ? (await makeStrategy(db)).id : given.strategy_id
  return db
    .insertInto('site')
    .values({
      name: `Site ${next()}`,
      kind: 'off_street',
      spaces: 20,
      time_zone: 'Asia/Shanghai',
      status: 'enabled',
      ...given,
      strategy_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An open berth without a pile, at a site of its own unless one is named. */
export async function makeBerth(db: Db, given: Given<'berth'> = {}) {
  const site_id = given.site_id ?? (await makeSite(db)).id
  return db
    .insertInto('berth')
    .values({ serial: `B-${next()}`, status: 'open', ...given, site_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const makePileType = (db: Db, given: Given<'pile_type'> = {}) =>
  db
    .insertInto('pile_type')
    .values({
      name: `Type ${next()}`,
      guns: 2,
      current_mode: 'dc',
      rated_power_w: 120_000,
      networking: 'business',
      keeps_card_list: false,
      speed: 'fast',
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A pile with its connectors, at a site of its own unless one is named. Without a password. */
export async function makePile(db: Db, { connectors = 1, ...given }: Given<'pile'> & { connectors?: number } = {}) {
  const site_id = given.site_id === undefined ? (await makeSite(db)).id : given.site_id
  const pile = await db
    .insertInto('pile')
    .values({ station_number: `CD-TEST-${next()}`, enabled: true, ...given, site_id })
    .returningAll()
    .executeTakeFirstOrThrow()
  const numbers = Array.from({ length: connectors }, (_, index) => ({ pile_id: pile.id, number: index + 1 }))
  if (numbers.length) await db.insertInto('connector').values(numbers).execute()
  return pile
}

/** A customer, with a balance when one is given: the ledger gets its first entry. */
export async function makeCustomer(db: Db, { balance_cents = 0, ...given }: Given<'customer'> = {}) {
  const customer = await db
    .insertInto('customer')
    .values({ account: `customer${next()}`, status: 'normal', ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!balance_cents) return customer
  await db
    .insertInto('ledger_entry')
    .values({ customer_id: customer.id, kind: 'top_up', amount_cents: balance_cents })
    .execute()
  return { ...customer, balance_cents }
}

/** A card of a customer with ¥100, unless a customer (or none) is named. */
export async function makeCard(db: Db, given: Given<'card'> = {}) {
  const customer_id =
    given.customer_id === undefined ? (await makeCustomer(db, { balance_cents: 10_000 })).id : given.customer_id
  return db
    .insertInto('card')
    .values({ number: `CARD${next()}`, status: 'normal', ...given, customer_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A group of drivers' cards unless it is said to be another. */
export const makeCardGroup = (db: Db, given: Given<'card_group'> = {}) =>
  db
    .insertInto('card_group')
    .values({ number: `GROUP${next()}`, kind: 'drivers', ...given })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A paid order of 10 kWh, at a pile of its own unless one is named. */
/** A limit of 60 kW for a whole pile. */
export async function makeChargingProfile(db: Db, given: Given<'charging_profile'> = {}) {
  return db
    .insertInto('charging_profile')
    .values({
      ...{ name: `Cap ${next()}`, site_id: given.site_id ?? (await makeSite(db)).id },
      ...{ charging_profile_purpose: 'pile_max', charging_profile_kind: 'absolute', stack_level: 0 },
      ...{ charging_rate_unit: 'W', periods: '[{"start":0,"limit":60000,"phases":null}]' },
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A message for the screens of these sites. */
export async function makeDisplayMessage(db: Db, { sites, ...given }: Given<'display_message'> & { sites: number[] }) {
  const message = await db
    .insertInto('display_message')
    .values({
      ...{ name: `Message ${next()}`, texts: '{"en":"Closed at six"}' as never, language: 'en', format: 'utf8' },
      ...{ priority: 'normal', ...given },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`insert into display_message_site select ${message.id}, site from unnest(${sites}::bigint[]) site`.execute(
    db,
  )
  return message
}

/** A certificate that a pile took, with words instead of PEM. */
export const makeCertificate = (
  db: Db,
  { pile_id, ...given }: Partial<Insertable<Database['certificate']>> & { pile_id: number },
) => {
  const day = (from_now: number) => new Date(Date.now() + from_now * 86_400_000).toISOString()
  const number = String(next())
  const times = { valid_from: day(-300), valid_to: day(65) }
  const names = { subject: `PILE${number}`, serial: number, fingerprint: number, key_kind: 'EC P-256', pem: 'none' }
  return db
    .insertInto('certificate')
    .values({ pile_id, state: 'accepted', ...names, ...times, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** That a pile was opened. */
export const makeSecurityEvent = (db: Db, given: Given<'security_event'> & { pile_id: number }) => {
  const now = new Date().toISOString()
  return db
    .insertInto('security_event')
    .values({
      ...{ type: 'TamperDetectionActivated', severity: 'critical', info: 'front door' },
      ...{ first_at: now, received_at: now, day: now.slice(0, 10), ...given },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A task whose file lies elsewhere. */
export async function makeFirmware(db: Db, given: Given<'firmware'> = {}) {
  return db
    .insertInto('firmware')
    .values({
      ...{ name: `Firmware ${next()}`, site_id: given.site_id ?? (await makeSite(db)).id, at_once: 20, wait_hours: 72 },
      ...{ file_path: 'https://files.example.com/CD-A7-1.5.0.bin', idle_only: true, ...given },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeOrder(db: Db, given: Given<'orders'> = {}) {
  const pile_id = given.pile_id ?? (await makePile(db)).id
  const number = next()
  const total_cents = given.total_cents ?? 1200
  return db
    .insertInto('orders')
    .values({
      number: `26112000${String(number).padStart(5, '0')}`,
      status: 'paid',
      connector_number: 1,
      energy_wh: 10_000,
      electricity_cents: total_cents,
      paid_cents: total_cents,
      started_at: '2026-11-20T02:00:00Z',
      ended_at: '2026-11-20T03:00:00Z',
      charge_ended_at: null,
      unplugged_at: null,
      time_zone: 'Asia/Shanghai',
      meter_start_wh: 0,
      meter_stop_wh: 10_000,
      start_key: `made ${number}`,
      ...given,
      total_cents,
      pile_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An open fault of connector 1, at a pile of its own unless one is named. */
export async function makeAlarm(db: Db, given: Given<'alarm'> = {}) {
  const pile_id = given.pile_id ?? (await makePile(db)).id
  return db
    .insertInto('alarm')
    .values({
      code: 'GroundFailure',
      kind: 'fault',
      status: 'open',
      connector_number: 1,
      raised_at: '2026-11-20T02:00:00Z',
      ...given,
      pile_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Planned extends Given<'maintenance'> {
  site_id: number
  starts_at: string
  ends_at: string
  /** Of the site; all of it without any. */
  piles?: readonly number[]
}

/** Planned work. */
export async function makeMaintenance(db: Db, { piles = [], ...given }: Planned) {
  const made = await db
    .insertInto('maintenance')
    .values({ work: 'New contactors', service: 'in_service', ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`insert into maintenance_pile select ${made.id}, pile from unnest(${[...piles]}::bigint[]) pile`.execute(db)
  return made
}

/** Work that is planned, at a pile of its own unless one is named. */
export async function makeWorkOrder(db: Db, given: Given<'work_order'> = {}) {
  const pile_id = given.pile_id ?? (await makePile(db)).id
  return db
    .insertInto('work_order')
    .values({ work: 'Look at the fan', order_key: randomBytes(16).toString('hex'), kind: 'repair', ...given, pile_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface PlannedInspection extends Partial<Omit<Given<'inspection_plan'>, 'check_list_id'>> {
  sites: readonly number[]
  types?: readonly number[]
  items?: readonly CheckItem[]
}

export const makeCheckList = (db: Db, items: readonly CheckItem[] = [ONE_ITEM]) =>
  db
    .insertInto('check_list')
    .values({ name: `List ${next()}`, items: JSON.stringify(items) })
    .returning('id')
    .executeTakeFirstOrThrow()

const ONE_ITEM: CheckItem = {
  ...{ words: 'Plug', kind: 'judge', unit: null, least: null, most: null, photo: false, needed: true, alarm: false },
}

/** A plan with a check list of its own, whose first round is due today unless it is said otherwise. */
export async function makeInspectionPlan(db: Db, { sites, types = [], items, ...given }: PlannedInspection) {
  const list = await makeCheckList(db, items)
  const plan = await db
    .insertInto('inspection_plan')
    .values({
      ...{ name: `Plan ${next()}`, check_list_id: list.id, status: 'enabled', every: 1, unit: 'month', days: 7 },
      starts_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`insert into inspection_plan_site select ${plan.id}, site from unnest(${[...sites]}::bigint[]) site`.execute(
    db,
  )
  await sql`insert into inspection_plan_pile_type select ${plan.id}, type from unnest(${[...types]}::bigint[]) type`.execute(
    db,
  )
  return plan
}

/** A refund of a paid order that waits for its review, past those who ask and agree. */
export const makeRefund = (db: Db, given: Given<'refund'> & { order_id: number }) =>
  db
    .insertInto('refund')
    .values({
      number: `R26112000${String(next()).padStart(5, '0')}`,
      status: 'unreviewed',
      amount_cents: 100,
      way: 'wechat',
      reason: 'the pile broke off',
      asked_by: 'Chen Yu',
      asked_by_id: 1,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A picture as it is written down; its content is nowhere. */
export const makeFile = (db: Db, given: Given<'file'> = {}) =>
  db
    .insertInto('file')
    .values({
      key: randomBytes(16).toString('hex'),
      name: `picture-${next()}.png`,
      folder: 'images',
      size_bytes: 1024,
      content_type: 'image/png',
      kept: false,
      published: false,
      sha256: '0'.repeat(64),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A call of OCPP 1.6 as the commands' table keeps it. */
export function keptCall(call: string, payload: Record<string, unknown>) {
  const intent = v16.read({ action: call, payload }) ?? { ask: 'other' as const }
  const connector_number = (payload.connectorId as number | undefined) ?? null
  return {
    action: intent.ask,
    connector_number,
    call,
    payload: JSON.stringify(payload),
    intent: JSON.stringify(intent),
  }
}
