import {
  hashKey,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
} from '@tanstack/react-query'
import type { Page } from '../../shared/kit/endpoint.ts'
import { asFailure } from '../kit/api/failure.ts'
import { takenKey } from '../kit/fields/use-records.ts'
import { sealingAtom } from '../kit/session/sealing.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { afterFirstPaint } from '../kit/ui/first-paint.ts'
import { forgetOtherwiseKept, keepCopy, readCopy } from './copies.ts'

/** A copy is written at most this often: a page that moves live answers several times a second. */
const KEEP_EVERY_MS = 3_000
const KEPT_PAGES = 5

type Pages = InfiniteData<Page<{ id: number }>, number>

const person = () => store.get(personAtom)?.user.userId ?? null
const kept = new Map<string, number>()

function keep(name: string, data: unknown) {
  const userId = person()
  if (userId === null || Date.now() - (kept.get(name) ?? 0) < KEEP_EVERY_MS) return
  kept.set(name, Date.now())
  void keepCopy(userId, name, firstPages(data as Partial<Pages> | null))
}

/** Of a list that was scrolled far what one sees of it first: all of it would cost each page that follows, and the next start. */
function firstPages(data: Partial<Pages> | null): unknown {
  const { pages, pageParams } = data ?? {}
  if (!pages || !pageParams || pages.length <= KEPT_PAGES) return data
  return { pages: pages.slice(0, KEPT_PAGES), pageParams: pageParams.slice(0, KEPT_PAGES) }
}

/** The copy shows at once, as old as it is, while the server is asked; without a network it stays. */
async function startFromCopy(query: Query): Promise<unknown> {
  const userId = person()
  if (userId === null || query.state.data !== undefined) return undefined
  const copy = await readCopy(userId, query.queryHash)
  if (!copy) return undefined
  setTimeout(() => {
    query.setState({ dataUpdatedAt: Date.parse(copy.at) })
    // What fails shows where the query is used.
    query.fetch().catch(() => {})
  })
  return copy.data
}

/** Asks for the page after those that stand there. */
const isFurther = ({ state }: Query) =>
  (state.fetchMeta as { fetchMore?: { direction: string } } | null)?.fetchMore?.direction === 'forward'

/** Without a network one scrolls on among the rows that were taken along; all that are left come as one page. */
async function scrollOn(query: Query, error: unknown): Promise<Pages> {
  const userId = person()
  const { data, dataUpdatedAt } = query.state as Query<Partial<Pages>>['state']
  // An answer that is no list has no pages, and no more of them.
  const last = data?.pages?.at(-1)
  if (userId === null || !data?.pages || !last || !isFurther(query) || asFailure(error).kind !== 'silent') throw error
  const taken = await readCopy<{ id: number }[]>(userId, hashKey(takenKey(query.queryKey)))
  const shown = new Set(data.pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const rows = taken?.data.filter(({ id }) => !shown.has(id)) ?? []
  if (!taken || rows.length === 0) throw error
  const page = Math.ceil((shown.size + rows.length) / last.pageSize)
  setTimeout(() => query.setState({ dataUpdatedAt: Math.min(dataUpdatedAt, Date.parse(taken.at)) }))
  return { pages: [...data.pages, { ...last, page, rows }], pageParams: [...(data.pageParams ?? []), page] }
}

async function readThrough(ask: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  if (!query.meta?.offline) return ask(context)
  const copy = await startFromCopy(query)
  if (copy !== undefined) return copy
  // What stands there already is asked about when it is on the screen: each question takes a part of a phone's first second.
  if (query.state.data !== undefined) await afterFirstPaint()
  const further = isFurther(query)
  try {
    const data = await ask(context)
    // A page below those that are kept says nothing new of them.
    if (!further || firstPages(data as Partial<Pages>) === data) keep(query.queryHash, data)
    return data
  } catch (error) {
    return scrollOn(query, error)
  }
}

/** Questions marked `offline` keep their last answer on the device and begin with it. */
export function keepLastCopies(client: QueryClient) {
  const { queries, ...rest } = client.getDefaultOptions()
  // Without storage there is nothing to forget.
  store.sub(sealingAtom, () => void forgetOtherwiseKept().catch(() => {}))
  client.setDefaultOptions({ ...rest, queries: { ...queries, persister: readThrough as never } })
}
