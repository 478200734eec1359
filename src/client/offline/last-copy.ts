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
import { listedBy, takenKey } from '../kit/fields/use-records.ts'
import { recordIn } from '../kit/records/page/use-record.ts'
import { sealingAtom } from '../kit/session/sealing.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { afterFirstPaint } from '../kit/ui/first-paint.ts'
import { type Copy, forgetOtherwiseKept, keepCopy, readCopy } from './copies.ts'
import { listedRow } from './known-rows.ts'
import { LEAD_MS } from './use-late.ts'

/** A copy is written at most this often: a page that moves live answers several times a second. */
const KEEP_EVERY_MS = 3_000
const KEPT_ROWS = 100

type Pages = InfiniteData<Page<{ id: number }>, number>

const person = () => store.get(personAtom)?.user.userId ?? null
const kept = new Map<string, number>()

function keep({ queryHash: name, queryKey }: Query, data: unknown) {
  const userId = person()
  if (userId === null || Date.now() - (kept.get(name) ?? 0) < KEEP_EVERY_MS) return
  kept.set(name, Date.now())
  void keepCopy(userId, name, firstPages(data as Partial<Pages> | null), listedBy(queryKey))
}

/** Of a list that was scrolled far what one sees of it first: all of it would cost each page that follows, and the next start. */
function firstPages(data: Partial<Pages> | null): unknown {
  const { pages, pageParams } = data ?? {}
  if (!pages || !pageParams) return data
  const beyond = pages.findIndex(({ page, pageSize }, at) => at > 0 && page * pageSize > KEPT_ROWS)
  return beyond < 0 ? data : { pages: pages.slice(0, beyond), pageParams: pageParams.slice(0, beyond) }
}

/** The copy shows at once, as old as it is, while the server is asked; without a network it stays. */
async function startFromCopy(query: Query): Promise<unknown> {
  const userId = person()
  if (userId === null || query.state.data !== undefined) return undefined
  const copy = await readCopy(userId, query.queryHash)
  return copy && shownWhileAsked(query, copy)
}

/** Gives what a copy has; once it shows, its age is told and the server's word is waited for. */
function shownWhileAsked(query: Query, { data, at }: Copy, ask: () => Promise<unknown> = () => query.fetch()): unknown {
  setTimeout(() => {
    query.setState({ dataUpdatedAt: Date.parse(at) })
    // What fails shows where the query is used.
    ask().catch(() => {})
  })
  return data
}

/** A record that was never opened on this device stands as the lists here show it, once its answer is late or does not come. */
async function orAsListed(query: Query, answer: Promise<unknown>): Promise<unknown> {
  const record = recordIn(query.queryKey)
  if (!record || query.state.data !== undefined) return answer
  let lead: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Copy | undefined>((resolve) => {
    lead = setTimeout(() => resolve(listedCopy(record)), LEAD_MS)
  })
  try {
    const copy = await Promise.race([answer.then(() => undefined), late])
    if (!copy) return await answer
    const heard = () =>
      answer.then(
        (data) => query.setData(data),
        () => query.fetch(),
      )
    return shownWhileAsked(query, copy, heard)
  } catch (error) {
    const copy = asFailure(error).kind === 'silent' ? await listedCopy(record) : undefined
    if (!copy) throw error
    return shownWhileAsked(query, copy)
  } finally {
    clearTimeout(lead)
  }
}

async function listedCopy({ entity, id }: { entity: string; id: number }): Promise<Copy | undefined> {
  const known = await listedRow(entity, id)
  return known && { data: known.row, at: known.at }
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
  return { pages: [...data.pages, { ...last, page, rows }], pageParams: [...(data.pageParams ?? []), shown.size + 1] }
}

async function askAndKeep(ask: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  const further = isFurther(query)
  const data = await ask(context)
  // A page below those that are kept says nothing new of them.
  if (!further || firstPages(data as Partial<Pages>) === data) keep(query, data)
  return data
}

async function readThrough(ask: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  if (!query.meta?.offline) return ask(context)
  const copy = await startFromCopy(query)
  if (copy !== undefined) return copy
  // What stands there already is asked about when it is on the screen: each question takes a part of a phone's first second.
  if (query.state.data !== undefined) await afterFirstPaint()
  try {
    return await orAsListed(query, askAndKeep(ask, context, query))
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
