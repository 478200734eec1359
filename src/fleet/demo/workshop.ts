import { KeyObject, sign } from 'node:crypto'
import type pg from 'pg'
import { permissionTo } from '../../shared/commands/declare.ts'
import { offered } from '../../shared/commands/index.ts'
import { SAMPLE_ROLES } from '../../shared/domain/sample-roles.ts'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { PUSH, pushProfile } from '../../shared/endpoints/charging-profiles.ts'
import { APPLY, applyTemplate } from '../../shared/endpoints/configuration-templates.ts'
import { PUSH_MESSAGE, pushMessage } from '../../shared/endpoints/display-messages.ts'
import { uploadFirmware } from '../../shared/endpoints/files.ts'
import { PUSH_FIRMWARE, pushFirmware } from '../../shared/endpoints/firmware.ts'
import { bulkCommands, pileCommands } from '../../shared/endpoints/pile-commands.ts'
import { CANCEL_RESERVATION, cancelReservation } from '../../shared/endpoints/reservations.ts'
import { saveWorkOrder } from '../../shared/endpoints/work-orders.ts'
import type { Fleet } from '../fleet.ts'
import { type ClientApp, openClientApp } from './client-app.ts'
import * as plan from './engineering.ts'
import { inspectSite } from './inspections.ts'
import { makeAuthority } from './secure-port.ts'
import { securePiles, tellEvents } from './security-desk.ts'

const ABOUT = {
  name: 'Workshop',
  remark: 'The engineers of the demo network',
  permissions: [
    ...[
      'configuration_template',
      'charging_profile',
      'firmware',
      'vendor_message',
      'fault_code',
      'alarm_rule',
      'reservation',
      'maintenance',
    ].map((entity) => `${entity}.create`),
    ...['check_list.create', 'check_list.list', 'inspection_plan.create', 'inspection.list', 'site.list'],
    ...['root_certificate.create', 'card_group.create', 'card.create', 'customer.list'],
    ...['display_message.create', PUSH_MESSAGE],
    ...['pile_type.update', 'pile_type.list', uploadFirmware.permission],
    DOES_WORK,
    ...[PUSH, APPLY, PUSH_FIRMWARE, CANCEL_RESERVATION],
    ...[offered.trigger, offered.read_settings, offered.upload_diagnostics].map(permissionTo),
    ...[offered.install_certificate, offered.raise_profile].map(permissionTo),
  ],
}
const POLL_MS = 500
const PATIENCE_MS = 60_000

interface Workshop {
  pool: pg.Pool
  api: string
  fleet: Fleet
  /** By which piles know the port for certificates; null: there is none. */
  root: string | null
  /** Ends it early. */
  stopped(): boolean
}

/**
 * What engineers did to the demo's piles: asked for by the same calls that the console makes, so the virtual piles answer it. Only once,
 * beside the server, which does not wait for it.
 */
export async function openWorkshop({ pool, api, fleet, root, stopped }: Workshop): Promise<void> {
  if (!(await isNew(pool))) return
  const app = await openClientApp(pool, api, ABOUT)
  await untilConnected(pool, stopped)
  for (const work of [
    keepCards,
    saveFaultCodes,
    writeRules,
    writeTemplates,
    saveMessages,
    groupCards,
    showMessages,
    limitPower,
    updateFirmware,
    askPiles,
    reserveGuns,
    planWork,
    writeWork,
  ])
    if (!stopped()) await work(app, pool)
  if (!stopped()) await inspectSite(app, pool, stopped)
  if (!stopped()) await tellEvents(fleet)
  if (!stopped() && root) await securePiles({ app, pool, fleet }, root, stopped)
}

async function isNew(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from configuration_template union all select from firmware limit 1')
  return rowCount === 0
}

async function untilConnected(pool: pg.Pool, stopped: () => boolean) {
  const until = Date.now() + PATIENCE_MS
  while (!stopped() && Date.now() < until) {
    const { rows } = await pool.query<{ away: number }>(
      `select count(*)::int as away from pile where state = 'offline' and station_number <> all($1)`,
      [plan.AWAY],
    )
    if (!rows[0]?.away) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const made = async (app: ClientApp, path: string, record: object) =>
  (await app.call(path, record)) as { id: number; version: number }

async function keepCards(app: ClientApp, pool: pg.Pool) {
  const { rows } = await pool.query('select id, version from pile_type where name = $1', [plan.KEEPS_CARDS])
  for (const type of rows) await app.call('/system/device-type/update', { ...type, keeps_card_list: true })
}

async function writeTemplates(app: ClientApp, pool: pg.Pool) {
  for (const { type, applied, ...template } of plan.templates) {
    const [{ id: pile_type_id } = { id: 0 }] = await idsOf(pool, 'pile_type', [type])
    for (const { id } of await pilesOf(pool, pile_type_id)) await app.call(pileCommands.read_settings.path, { id })
    const { id } = await made(app, '/system/configuration_template/add', { ...template, pile_type_id })
    if (applied) await app.call(applyTemplate.path, { id })
  }
}

async function saveFaultCodes(app: ClientApp) {
  for (const code of plan.faultCodes) await made(app, '/system/fault-code/create', code)
}

async function writeRules(app: ClientApp, pool: pg.Pool) {
  const next_role_ids = (await idsOf(pool, 'role', [SAMPLE_ROLES.business.name])).map(({ id }) => id)
  for (const { further, ...rule } of plan.alarmRules)
    await made(app, '/system/alarm-rule/create', { ...rule, ...(further && { ...further, next_role_ids }) })
}

async function saveMessages(app: ClientApp) {
  for (const message of plan.messages) await made(app, '/system/vendor_message/add', message)
}

async function groupCards(app: ClientApp, pool: pg.Pool) {
  for (const { customer, cards, ...group } of plan.cardGroups) {
    const [owner] = customer ? await idsOf(pool, 'customer', [customer]) : []
    const customer_id = owner?.id ?? null
    const { id: group_id } = await made(app, '/system/card_group/create', { ...group, customer_id })
    for (const number of cards) await made(app, '/system/device-car/create', { number, customer_id, group_id })
  }
}

async function showMessages(app: ClientApp, pool: pg.Pool) {
  for (const { site, ...message } of plan.displayMessages) {
    const site_ids = (await idsOf(pool, 'site', [site])).map(({ id }) => id)
    const { id } = await made(app, '/system/display_message/add', { ...message, site_ids })
    await app.call(pushMessage.path, { id })
  }
}

async function limitPower(app: ClientApp, pool: pg.Pool) {
  for (const { site, pushed, ...profile } of plan.profiles) {
    const [{ id: site_id } = { id: 0 }] = await idsOf(pool, 'site', [site])
    const { id } = await made(app, '/system/charging_profile/add', { ...profile, site_id })
    if (pushed) await app.call(pushProfile.path, { id })
  }
}

async function updateFirmware(app: ClientApp, pool: pg.Pool) {
  for (const { site, type, file: name, signed, ...task } of plan.firmwares) {
    const [{ id: site_id } = { id: 0 }] = await idsOf(pool, 'site', [site])
    const [{ id: pile_type_id } = { id: 0 }] = await idsOf(pool, 'pile_type', [type])
    const content = plan.imageOf(name)
    const { key } = (await app.upload(uploadFirmware.path, { name, content })) as { key: string }
    const signing = signed ? await signedByMaker(content) : {}
    const { id } = await made(app, '/system/firmware/add', { ...task, ...signing, site_id, pile_type_id, file: key })
    await app.call(pushFirmware.path, { id })
  }
}

async function signedByMaker(content: Buffer) {
  const { certificate, keys } = await makeAuthority('Firmware signing')
  const signature = sign('sha256', content, KeyObject.from(keys.privateKey)).toString('base64')
  return { signing_certificate: certificate.toString('pem'), signature }
}

async function askPiles(app: ClientApp, pool: pg.Pool) {
  for (const { station, what } of plan.uploads)
    for (const { id } of await pilesNamed(pool, [station]))
      await app.call(pileCommands.upload_diagnostics.path, { id, what })
  const all = await pilesNamed(pool, null)
  const report = bulkCommands.get('trigger')
  if (report) await app.call(report.path, { ids: all.map(({ id }) => id), message: 'connector' })
}

async function reserveGuns(app: ClientApp, pool: pg.Pool) {
  const free = await pool.query<{ pile_id: number; connector_number: number }>(
    `select distinct on (pile_id) pile_id, number as connector_number from connector
     where number > 0 and status in ('Available', 'Charging') order by pile_id, status`,
  )
  const cards = await pool.query<{ card_number: string; customer_id: number }>(
    `select number as card_number, customer_id from card join customer on customer.id = customer_id
     where card.status = 'normal' and customer.status = 'normal' and balance_cents > 10000 order by card.id desc limit 20`,
  )
  for (const [at, { hours, by, cancelled }] of plan.reservations.entries()) {
    const [gun, card] = [free.rows[at * plan.APART], cards.rows[at]]
    if (!gun || !card) continue
    const expires_at = new Date(Date.now() + hours * 3_600_000).toISOString()
    const { id } = await made(app, '/system/reservation/add', { ...gun, [by]: card[by], expires_at })
    if (cancelled) await app.call(cancelReservation.path, { id })
  }
}

async function planWork(app: ClientApp, pool: pg.Pool) {
  const hours = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString()
  for (const { work, station, site, from, to } of plan.maintenances) {
    const { rows } = await pool.query<{ site_id: number; pile_ids: number[] }>(
      `select site_id, array[id] as pile_ids from pile where station_number = $1
       union all select id, '{}' from site where name = $2`,
      [station, site],
    )
    if (rows[0])
      await made(app, '/system/maintenance/create', { ...rows[0], work, starts_at: hours(from), ends_at: hours(to) })
  }
}

async function writeWork(app: ClientApp, pool: pg.Pool) {
  for (const [at, { station, set, due_in }] of plan.workOrders.entries()) {
    const [pile] = await pilesNamed(pool, [station])
    const due_on = new Date(Date.now() + due_in * 86_400_000).toISOString().slice(0, 10)
    const order_key = String(at).padStart(32, '0')
    if (pile) await app.call(saveWorkOrder.path, { order_key, pile_id: pile.id, set: { ...set, due_on } })
  }
}

async function idsOf(pool: pg.Pool, table: 'site' | 'pile_type' | 'customer' | 'role', names: readonly string[]) {
  const { rows } = await pool.query<{ id: number }>(`select id from ${table} where name = any($1)`, [names])
  return rows
}

const pilesOf = async (pool: pg.Pool, type: number) =>
  (
    await pool.query<{ id: number }>(`select id from pile where pile_type_id = $1 and state <> 'offline' order by id`, [
      type,
    ])
  ).rows

const pilesNamed = async (pool: pg.Pool, stations: readonly string[] | null) =>
  (
    await pool.query<{ id: number }>(
      'select id from pile where $1::text[] is null or station_number = any($1) order by id',
      [stations],
    )
  ).rows
