import type { Kysely } from 'kysely'
import type { Database } from '../../src/server/kit/database/tables.ts'
import {
  makeAlarm,
  makeBerth,
  makeCard,
  makeCertificate,
  makeChargingProfile,
  makeCustomer,
  makeDisplayMessage,
  makeFile,
  makeFirmware,
  makeInspectionPlan,
  makeMaintenance,
  makeOrder,
  makePile,
  makePileType,
  makeRefund,
  makeSecurityEvent,
  makeSite,
  makeUser,
  makeWorkOrder,
  next,
} from '../make.ts'

type Db = Kysely<Database>

/** A record of every kind that can be someone's, all of one side. Identities by the entities' names. */
export type Side = Awaited<ReturnType<typeof makeSide>>

/** A site with its department and merchant, and all that hangs on them: nothing of it belongs to any other side. */
export async function makeSide(db: Db, name: string) {
  const dept = await made(db.insertInto('dept').values({ name: `${name} ${next()}`, status: 'normal', sort: 0 }))
  const merchant = await made(db.insertInto('merchant').values({ name: `${name} power ${next()}`, status: 'enabled' }))
  const picture = await makeFile(db, { name: `${name}-${next()}.png` })
  const site = await makeSite(db, { name: `${name} yard ${next()}`, dept_id: dept.id, main_image: picture.key })
  await db
    .insertInto('file_use')
    .values({ file_id: picture.id, entity: 'site', entity_id: site.id, field: 'main_image' })
    .execute()
  const type = await makePileType(db)
  const task = await made(
    db.insertInto('batch_task').values({
      ...{ site_id: site.id, pile_type_id: type.id, merchant_id: merchant.id, quantity: 1 },
      ...{ state: 'failed', made: 0 },
    }),
  )
  const pile = await makePile(db, {
    ...{ station_number: `CD-${name.toUpperCase()}-${next()}`, site_id: site.id, pile_type_id: type.id },
    ...{ merchant_id: merchant.id, batch_task_id: task.id, connectors: 2, last_seen_at: '2026-11-20T01:00:00Z' },
  })
  const template = await made(
    db.insertInto('configuration_template').values({
      ...{ name: `${name} template ${next()}`, pile_type_id: type.id, remark: null },
      expected: '[{"key":"HeartbeatInterval","value":"300","tolerance":null,"also":[]}]',
    }),
  )
  const user = await makeUser(db, { user_name: `${name}-person-${next()}`, dept_id: dept.id, data_scope: 'department' })
  return {
    name,
    user_name: user.user_name,
    key: picture.key,
    station_number: pile.station_number,
    titles: { site: site.name, pile: pile.station_number },
    ids: {
      ...{ dept: dept.id, merchant: merchant.id, file: picture.id, site: site.id, pile: pile.id },
      ...{ batch_task: task.id, user: user.id, configuration_template: template.id },
      ...(await makeBusiness(db, {
        ...{ site_id: site.id, pile_id: pile.id, station_number: pile.station_number, merchant_id: merchant.id },
      })),
    } as Record<string, number>,
  }
}

interface Place {
  site_id: number
  pile_id: number
  station_number: string
  /** Whose the customer is. */
  merchant_id: number
}

/** What happened there: money, alarms, calls and frames. */
async function makeBusiness(db: Db, { site_id, pile_id, station_number, merchant_id }: Place) {
  const berth = await makeBerth(db, { site_id, pile_id, connector_number: 1 })
  const customer = await makeCustomer(db, {
    ...{ balance_cents: 5_000, phone: `139${String(next()).padStart(8, '0')}`, merchant_id },
  })
  const card = await makeCard(db, { customer_id: customer.id })
  const paid = {
    site_id,
    pile_id,
    customer_id: customer.id,
    card_number: card.number,
    received_at: '2026-11-20T02:00:00Z',
  }
  const order = await makeOrder(db, paid)
  const refund = await makeRefund(db, { order_id: order.id, site_id, customer_id: customer.id })
  const request = await made(
    db.insertInto('balance_request').values({
      ...{ customer_id: customer.id, kind: 'top_up', amount_cents: 300_000, asked_by: 'Chen Yu', asked_by_id: 999_999 },
    }),
  )
  const payment = await made(
    db.insertInto('payment').values({
      ...{ reference: `P-${next()}`, way: 'wechat', order_id: order.id, site_id, customer_id: customer.id },
      ...{ amount_cents: 1, entered_by: 'Chen Yu' },
    }),
  )
  const entry = await made(
    db.insertInto('ledger_entry').values({
      ...{ customer_id: customer.id, kind: 'charge', amount_cents: -100, order_id: order.id },
    }),
  )
  const alarm = await makeAlarm(db, { site_id, pile_id })
  const spell = await made(
    db.insertInto('offline_record').values({
      ...{ pile_id, offline_at: '2026-11-20T00:00:00Z', online_at: '2026-11-20T01:00:00Z', offline_seconds: 3_600 },
    }),
  )
  const command = await made(
    db.insertInto('command').values({ pile_id, action: 'reset', payload: '{}', status: 'done' }),
  )
  const campaign = await made(
    db.insertInto('campaign').values({
      ...{ name: `reset ${next()}`, action: 'reset', payload: '{}', state: 'paused', until: '2099-01-01T00:00:00Z' },
      ...{ at_once: 1, tries: 1, pause_seconds: 1, idle_only: false },
    }),
  )
  const target = await made(
    db.insertInto('campaign_target').values({
      ...{ campaign_id: campaign.id, pile_id, site_id, state: 'pending', wave: 1, tries: 0 },
    }),
  )
  await db
    .insertInto('set_aside')
    .values({ pile_id, action: 'stop', reason: 'unknown', payload: '{}', payload_hash: `${next()}` })
    .execute()
  await db
    .insertInto('frame')
    .values({
      ...{ connection: next(), station_number, outgoing: false, unique_id: `u${next()}`, command: 'Heartbeat' },
      ...{ content: '[2,"1","Heartbeat",{}]', at: new Date().toISOString() },
    })
    .execute()
  const profile = await makeChargingProfile(db, { site_id })
  const reservation = await made(
    db.insertInto('reservation').values({
      ...{ pile_id, site_id, customer_id: customer.id, connector_number: 1, state: 'accepted' },
      expires_at: '2099-01-01T00:00:00Z',
    }),
  )
  const planned = { starts_at: '2099-01-01T00:00:00Z', ends_at: '2099-01-02T00:00:00Z' }
  const maintenance = await makeMaintenance(db, { site_id, ...planned, piles: [pile_id] })
  const work = await makeWorkOrder(db, { pile_id, site_id })
  const shown = await makeDisplayMessage(db, { sites: [site_id] })
  const plan = await makeInspectionPlan(db, { sites: [site_id], starts_on: '2099-01-01' })
  const inspection = await made(
    db.insertInto('inspection').values({ work_order_id: work.id, pile_id, site_id, check_list: 'Monthly' }),
  )
  const list = await makeCardList(db, { pile_id, site_id })
  const certificate = await makeCertificate(db, { pile_id })
  const event = await makeSecurityEvent(db, { pile_id, site_id })
  const serial = String(next())
  const root = await made(
    db.insertInto('root_certificate').values({
      ...{ name: `Root ${serial}`, pem: 'none', serial, fingerprint: serial, hashes: '{"SHA256":"aa"}' },
    }),
  )
  await made(
    db.insertInto('pile_root').values({
      ...{ pile_id, use: 'central', algorithm: 'SHA256', issuer_name_hash: 'aa', issuer_key_hash: 'bb' },
      serial_number: serial,
    }),
  )
  const firmware = await makeFirmware(db, { site_id })
  const push = { campaign_id: campaign.id, firmware_id: firmware.id, token: `token-${next()}` }
  await db.insertInto('firmware_push').values(push).execute()
  return {
    ...{ berth: berth.id, customer: customer.id, card: card.id, order: order.id, refund: refund.id },
    ...{
      payment: payment.id,
      ledger_entry: entry.id,
      balance_request: request.id,
      alarm: alarm.id,
      offline_record: spell.id,
      command: command.id,
      charging_profile: profile.id,
      campaign: campaign.id,
      campaign_target: target.id,
      card_list: list.id,
      certificate: certificate.id,
      security_event: event.id,
      root_certificate: root.id,
      firmware: firmware.id,
      firmware_upgrade: target.id,
      reservation: reservation.id,
      maintenance: maintenance.id,
      work_order: work.id,
      display_message: shown.id,
      inspection_plan: plan.id,
      inspection: inspection.id,
    },
  }
}

/** In one go with its type's switch, and not looked at again: the server would make one, or take it away. */
const makeCardList = (db: Db, place: { pile_id: number; site_id: number }) =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('pile_type')
      .set({ keeps_card_list: true })
      .where('id', '=', (eb) => eb.selectFrom('pile').select('pile_type_id').where('id', '=', place.pile_id))
      .execute()
    const figures = { state: 'behind', list_version: 0, entries: 0, wanted: 0, left_out: 0 } as const
    return made(trx.insertInto('card_list').values({ ...place, ...figures, compare_at: '2099-01-01T00:00:00Z' }))
  })

// biome-ignore lint/suspicious/noExplicitAny: an insert into any of the tables
const made = async (insert: any): Promise<{ id: number; name: string }> =>
  insert.returningAll().executeTakeFirstOrThrow()
