import { hashKey, type QueryKey } from '@tanstack/react-query'
import { listViews } from '../../shared/endpoints/list-views.ts'
import { type Body, type Data, type Endpoint, MOST_ROWS, type Page } from '../../shared/kit/endpoint.ts'
import { type Entity, permissionOf } from '../../shared/kit/entity.ts'
import { call } from '../kit/api/call.ts'
import { callKey } from '../kit/api/call-key.ts'
import { listOf, type Query } from '../kit/api/records.ts'
import { endlessKey, listedBy, listKey, takenKey } from '../kit/fields/use-records.ts'
import { readList } from '../kit/records/address.ts'
import { queryOf } from '../kit/records/use-list.ts'
import { grants, permissionsAtom, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { fingerRests } from '../kit/ui/finger-rests.ts'
import { isWide } from '../kit/ui/use-wide.ts'
import { keepCopy, readCopy } from '../offline/copies.ts'

/** Kinds of what is taken along, in the order in which it matters. */
export const TAKEN = ['alarms', 'work_orders', 'sites', 'piles', 'orders', 'customers'] as const
export type TakenKind = (typeof TAKEN)[number]

export interface Taken {
  bytes: number
  counts: Readonly<Partial<Record<TakenKind, number>>>
  /** There was no room for all of it. */
  full: boolean
}

/** A row of a list, and how often its record was changed. */
export interface Versioned {
  id: number
  version: number
}

export const may = (permission: string) => grants(store.get(permissionsAtom), permission)

async function pageOf(entity: Entity, query: Query) {
  await fingerRests()
  return listOf(entity, query)
}

/** Ends the work when another person is signed in, or nobody. */
class Over extends Error {}
/** Ends it when the budget is used up, or the device has no room: what comes later in the order stays out. */
export class Full extends Error {}

/** Asks as the pages do and keeps what comes under the names by which they look for it, one after the other. */
export class Taking {
  readonly #userId: number
  readonly #budget: number
  #bytes = 0
  #full = false
  readonly #counts: Partial<Record<TakenKind, number>> = {}

  /** @param budget bytes that may be kept. */
  constructor(userId: number, budget: number) {
    this.#userId = userId
    this.#budget = budget
  }

  get taken(): Taken {
    return { bytes: this.#bytes, counts: this.#counts, full: this.#full }
  }

  count(kind: TakenKind, more: number) {
    this.#counts[kind] = (this.#counts[kind] ?? 0) + more
  }

  async keep(key: QueryKey, data: unknown) {
    if (store.get(personAtom)?.user.userId !== this.#userId) throw new Over()
    const bytes = new TextEncoder().encode(JSON.stringify(data)).byteLength
    const fits = this.#bytes + bytes <= this.#budget
    if (!fits || !(await keepCopy(this.#userId, hashKey(key), data, listedBy(key)))) {
      this.#full = true
      throw new Full()
    }
    this.#bytes += bytes
  }

  /** What is kept already of an endpoint's answer. */
  async kept<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Data<E> | undefined> {
    return (await readCopy<Data<E>>(this.#userId, hashKey(callKey(endpoint, body))))?.data
  }

  async answer<E extends Endpoint>(endpoint: E, body: Body<E>) {
    await fingerRests()
    const data = await call(endpoint, body)
    await this.keep(callKey(endpoint, body), data)
    return data
  }

  /** A list as it opens, and on a phone what one comes to by scrolling; the rows of its first page. */
  async list(entity: Entity, address = ''): Promise<Versioned[]> {
    if (!may(permissionOf(entity, 'list'))) return []
    const query = queryOf(readList(entity, new URLSearchParams(address)), {})
    const page = await pageOf(entity, query)
    if (isWide()) await this.keep(listKey(entity, query), page)
    else await this.#keepScrolled(entity, query, page)
    await this.answer(listViews, { list: entity.name })
    return page.rows
  }

  async #keepScrolled(entity: Entity, query: Query, first: Page<{ id: number }>) {
    const key = endlessKey(entity, query)
    const more =
      first.total > first.rows.length ? await pageOf(entity, { ...query, page_num: 1, page_size: MOST_ROWS }) : first
    await this.keep(key, { pages: [first], pageParams: [1] })
    await this.keep(takenKey(key), more.rows)
  }

  async rows(entity: Entity, query: Query): Promise<{ id: number }[]> {
    const page = await pageOf(entity, query)
    await this.keep(listKey(entity, query), page)
    return page.rows
  }
}
