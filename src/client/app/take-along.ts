import { hashKey, type QueryKey } from '@tanstack/react-query'
import { atom } from 'jotai'
import { alarmPeople, alarmView } from '../../shared/endpoints/alarms.ts'
import { berthPlan } from '../../shared/endpoints/berths.ts'
import { listViews } from '../../shared/endpoints/list-views.ts'
import { pileView } from '../../shared/endpoints/piles.ts'
import { siteToday } from '../../shared/endpoints/sites.ts'
import { workOrderView } from '../../shared/endpoints/work-orders.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { berth } from '../../shared/entities/berth.ts'
import { pile } from '../../shared/entities/pile.ts'
import { site } from '../../shared/entities/site.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import type { Body, Endpoint, Page } from '../../shared/kit/endpoint.ts'
import { type Entity, permissionOf } from '../../shared/kit/entity.ts'
import { call } from '../kit/api/call.ts'
import { callKey } from '../kit/api/queries.ts'
import { listOf, type Query } from '../kit/api/records.ts'
import { endlessKey, listKey, pilesOfSite, takenKey } from '../kit/fields/use-records.ts'
import { readList } from '../kit/records/address.ts'
import { recordKey } from '../kit/records/page/use-record.ts'
import { queryOf } from '../kit/records/use-list.ts'
import { sealing, sealingAtom } from '../kit/session/sealing.ts'
import { grants, permissionsAtom, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { isWide } from '../kit/ui/use-wide.ts'
import { keepCopy, readCopy } from '../offline/copies.ts'

/** Taken along at most: what someone looks after, not a whole country. */
const MOST_SITES = 10
const MOST_PILES = 60
/** Rows of a list, so that one can scroll on where the network ended; of those, the open alarms that can be opened. */
const MOST_ROWS = 200
const MOST_ALARMS = 30
const MOST_WORK = 30
/** After what changed has settled. */
const SOON_MS = 3_000
const EVERY_MS = 30 * 60_000
const ALARMS_EVERY_MS = 5 * 60_000
const NOTE = 'taken along'

const person = () => store.get(personAtom)?.user.userId ?? null
const may = (permission: string) => grants(store.get(permissionsAtom), permission)

/** Ends the work when another person is signed in, or nobody. */
class Over extends Error {}

/** Asks as the pages do and keeps what comes under the names by which they look for it, one after the other. */
class Taking {
  readonly #userId: number

  constructor(userId: number) {
    this.#userId = userId
  }

  async keep(key: QueryKey, data: unknown) {
    if (person() !== this.#userId) throw new Over()
    await keepCopy(this.#userId, hashKey(key), data)
  }

  async answer<E extends Endpoint>(endpoint: E, body: Body<E>) {
    await this.keep(callKey(endpoint, body), await call(endpoint, body))
  }

  /** A list as it opens, and on a phone what one comes to by scrolling; the rows of its first page. */
  async list(entity: Entity, address = ''): Promise<{ id: number }[]> {
    if (!may(permissionOf(entity, 'list'))) return []
    const query = queryOf(readList(entity, new URLSearchParams(address)), {})
    const page = await listOf(entity, query)
    if (isWide()) await this.keep(listKey(entity, query), page)
    else await this.#keepScrolled(entity, query, page)
    await this.answer(listViews, { list: entity.name })
    return page.rows
  }

  async #keepScrolled(entity: Entity, query: Query, first: Page<{ id: number }>) {
    const key = endlessKey(entity, query)
    const rows = [...first.rows]
    const most = Math.min(first.total, MOST_ROWS)
    for (let page_num = 2; rows.length < most; page_num += 1) {
      const next = await listOf(entity, { ...query, page_num })
      if (next.rows.length === 0) break
      rows.push(...next.rows)
    }
    await this.keep(key, { pages: [first], pageParams: [1] })
    await this.keep(takenKey(key), rows)
  }

  async rows(entity: Entity, query: Query): Promise<{ id: number }[]> {
    const page = await listOf(entity, query)
    await this.keep(listKey(entity, query), page)
    return page.rows
  }
}

async function takeSite(taking: Taking, row: { id: number }): Promise<{ id: number }[]> {
  await taking.keep(recordKey(site, row.id), row)
  await taking.answer(siteToday, { id: row.id })
  if (may('berth.list')) await taking.answer(berthPlan, { site_id: row.id })
  return may('pile.list') ? taking.rows(pile, pilesOfSite(row.id)) : []
}

const takeAlarms = (taking: Taking) => taking.list(alarm, 'status=open')

/** What is to be done, so that it is done and reported where there is no network. */
async function takeWork(taking: Taking) {
  const orders = await taking.list(workOrder)
  for (const { id } of orders.slice(0, MOST_WORK)) await taking.answer(workOrderView, { id })
}

async function takeAll(taking: Taking) {
  const alarms = await takeAlarms(taking)
  for (const { id } of alarms.slice(0, MOST_ALARMS)) {
    await taking.answer(alarmView, { id })
    if (may(alarmPeople.permission)) await taking.answer(alarmPeople, { id })
  }
  await takeWork(taking)
  const sites = await taking.list(site)
  const piles = new Set((await taking.list(pile)).map(({ id }) => id))
  for (const row of sites.slice(0, MOST_SITES)) for (const { id } of await takeSite(taking, row)) piles.add(id)
  for (const id of [...piles].slice(0, MOST_PILES)) await taking.answer(pileView, { id })
  for (const row of await taking.list(berth)) {
    const alone = { id: [row.id], page_num: 1, page_size: 1 }
    await taking.keep(listKey(berth, alone), { total: 1, page: 1, pageSize: 1, rows: [row], summary: {} })
  }
}

let underway = false

/** When what is there without a network was fetched, ISO; null when it never was. */
export const takenAtAtom = atom<string | null>(null)

async function readNote(userId: number) {
  const note = await readCopy(userId, NOTE)
  store.set(takenAtAtom, note?.at ?? null)
  return note ? Date.parse(note.at) : 0
}

/** One at a time, and only where the console itself opens without a network. */
async function take(work: (userId: number) => Promise<void>) {
  const userId = person()
  if (underway || userId === null || sealing() === 'locked') return
  underway = true
  try {
    await work(userId)
  } catch {
    // The network went, a right was taken away, or another person signed in: next time.
  } finally {
    underway = false
  }
}

const isAble = () => navigator.onLine && Boolean(navigator.serviceWorker?.controller)

/** Not what was taken a short while ago. */
const takeIfDue = () =>
  take(async (userId) => {
    const before = await readNote(userId)
    if (!isAble() || Date.now() - before < EVERY_MS) return
    await takeAll(new Taking(userId))
    await keepCopy(userId, NOTE, null)
    await readNote(userId)
  })

/** New alarms come in all the time, while the rest stays as it is. */
const takeNewAlarms = () =>
  take(async (userId) => {
    if (isAble() && document.visibilityState === 'visible') await takeAlarms(new Taking(userId))
  })

/** Fetches what someone needs on a site without a network before they are there, and again every half hour. */
export function startTakingAlong() {
  let due: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(due)
    due = setTimeout(takeIfDue, SOON_MS)
  }
  store.sub(sealingAtom, soon)
  store.sub(personAtom, soon)
  navigator.serviceWorker?.addEventListener('controllerchange', soon)
  addEventListener('online', soon)
  setInterval(soon, EVERY_MS)
  setInterval(takeNewAlarms, ALARMS_EVERY_MS)
  void takeIfDue()
}
