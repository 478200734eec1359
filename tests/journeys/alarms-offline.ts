import type { Page } from 'playwright-core'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { type Desk, sitDown, untilInstalled } from './console.ts'

/** A technician whose network goes while they are at the open alarms. */
export const ALARMS = '/monitor/alarm'

export async function newAlarm(server: TestServer, station: string) {
  const site = await makeSite(server.db, { name: `Site of ${station}` })
  const pile = await makePile(server.db, { station_number: station, site_id: site.id })
  return makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: new Date().toISOString() })
}

export async function statusesOf({ db }: TestServer, alarms: { id: number }[]) {
  const ids = alarms.map(({ id }) => id)
  const found = await db.selectFrom('alarm').select('status').where('id', 'in', ids).orderBy('id').execute()
  return found.map(({ status }) => status)
}

export const card = ({ page }: Pick<Desk, 'page'>, station: string) =>
  page.getByRole('article').filter({ hasText: station })

export async function markProcessed(desk: Desk, station: string) {
  await card(desk, station).getByRole('button', { name: 'Processed' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Processed' }).click()
  await dialog.waitFor({ state: 'detached' })
  await card(desk, station).getByText('Waits to be sent', { exact: true }).waitFor()
}

/** A phone on which the console is installed, at the open alarms, whose network has just gone. */
export async function lostAtAlarms(server: TestServer, stations: string[], person?: SignedIn) {
  const desk = await sitDown(server, { size: 'phone', installed: true, ...(person && { person }) })
  await desk.go(ALARMS)
  for (const station of stations) await card(desk, station).waitFor()
  await untilInstalled(desk)
  await desk.context.setOffline(true)
  return desk
}

/** The device has no room for another answer. */
export const fillUp = (page: Page) =>
  page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === 'decisions') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
