import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { alarmPeople, alarmView } from '../../shared/endpoints/alarms.ts'
import { berthPlan } from '../../shared/endpoints/berths.ts'
import { orderDetail } from '../../shared/endpoints/orders.ts'
import { pileCommands } from '../../shared/endpoints/pile-commands.ts'
import { pileView } from '../../shared/endpoints/piles.ts'
import { siteWalk } from '../../shared/endpoints/site-walk.ts'
import { sitesNow, siteToday } from '../../shared/endpoints/sites.ts'
import { ownWork, workOrderView } from '../../shared/endpoints/work-orders.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { berth } from '../../shared/entities/berth.ts'
import { customer } from '../../shared/entities/customer.ts'
import { order } from '../../shared/entities/order.ts'
import { pile } from '../../shared/entities/pile.ts'
import { site } from '../../shared/entities/site.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { listKey, openAlarms, pilesOfSite } from '../kit/fields/use-records.ts'
import { whereNow } from '../kit/map/here.ts'
import { recordKey } from '../kit/records/page/use-record.ts'
import { likeliestFirst } from '../offline/last-sites.ts'
import { may, type Taking, type Versioned } from './taking.ts'

/** Taken along at most: what someone looks after, not a whole country. */
const MOST_SITES = 10
const MOST_PILES = 60
/** Of the open alarms those that can be opened. */
const MOST_ALARMS = 30
const MOST_WORK = 30

export async function takeAlarms(taking: Taking): Promise<Versioned[]> {
  const rows = await taking.list(alarm, 'status=open')
  if (may(permissionOf(alarm, 'list'))) await taking.rows(alarm, openAlarms)
  return rows.slice(0, MOST_ALARMS)
}

async function takeCase(taking: Taking, { id }: { id: number }) {
  await taking.answer(alarmView, { id })
  if (may(alarmPeople.permission)) await taking.answer(alarmPeople, { id })
  taking.count('alarms', 1)
}

/** Of these alarms the cases that are not kept, or that are of before their rows. */
export async function takeNewCases(taking: Taking, rows: readonly Versioned[]) {
  for (const row of rows) {
    const kept = await taking.kept(alarmView, { id: row.id })
    if (kept?.alarm.id !== row.id || kept.alarm.version !== row.version) await takeCase(taking, row)
  }
}

/** What is to be done, so that it is done and reported where there is no network. */
async function takeWork(taking: Taking) {
  if (may(DOES_WORK)) await taking.answer(ownWork, {})
  for (const { id } of (await taking.list(workOrder)).slice(0, MOST_WORK)) {
    await taking.answer(workOrderView, { id })
    taking.count('work_orders', 1)
  }
}

async function takeSite(taking: Taking, row: { id: number }, room: () => boolean) {
  await taking.keep(recordKey(site, row.id), row)
  await taking.answer(siteToday, { id: row.id })
  if (may(berthPlan.permission)) await taking.answer(berthPlan, { site_id: row.id })
  taking.count('sites', 1)
  if (!may(siteWalk.permission)) return
  await taking.answer(siteWalk, { site_id: row.id })
  for (const { id } of await taking.rows(pile, pilesOfSite(row.id))) {
    if (!room()) break
    await taking.answer(pileView, { id })
    taking.count('piles', 1)
  }
}

async function takeSites(taking: Taking) {
  if (!may(permissionOf(site, 'list'))) return
  const now = await taking.answer(sitesNow, {})
  const first = likeliestFirst(now, await whereNow()).slice(0, MOST_SITES)
  const rows = new Map(
    (await taking.rows(site, { id: first.map(({ id }) => id), page_num: 1, page_size: 50 })).map((row) => [
      row.id,
      row,
    ]),
  )
  const room = () => (taking.taken.counts.piles ?? 0) < MOST_PILES
  for (const { id } of first) {
    const row = rows.get(id)
    if (row) await takeSite(taking, row, room)
  }
}

/** The customers whom the console offers first, of who may start a charge for them: the start itself needs the network. */
async function takeCustomers(taking: Taking) {
  if (!may(pileCommands.start.permission)) return
  taking.count('customers', (await taking.list(customer)).length)
}

/** In the order in which it matters: where there is no room for more, what comes later stays out. */
export async function takeEverything(taking: Taking) {
  for (const row of await takeAlarms(taking)) await takeCase(taking, row)
  await takeWork(taking)
  await takeSites(taking)
  for (const { id } of await taking.list(order)) {
    await taking.answer(orderDetail, { id })
    taking.count('orders', 1)
  }
  await takeCustomers(taking)
  await taking.list(site)
  await taking.list(pile)
  for (const row of await taking.list(berth)) {
    const alone = { id: [row.id], page_num: 1, page_size: 1 }
    await taking.keep(listKey(berth, alone), { total: 1, page: 1, pageSize: 1, rows: [row], summary: {} })
  }
}
