import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { sealingAtom } from '../kit/session/sealing.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { forgetOtherwiseKept, keepCopy, readCopy } from './copies.ts'

/** A copy is written at most this often: a page that moves live answers several times a second. */
const KEEP_EVERY_MS = 3_000

const person = () => store.get(personAtom)?.user.userId ?? null
const kept = new Map<string, number>()

function keep(name: string, data: unknown) {
  const userId = person()
  if (userId === null || Date.now() - (kept.get(name) ?? 0) < KEEP_EVERY_MS) return
  kept.set(name, Date.now())
  void keepCopy(userId, name, data)
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

async function readThrough(ask: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  if (!query.meta?.offline) return ask(context)
  const copy = await startFromCopy(query)
  if (copy !== undefined) return copy
  const data = await ask(context)
  keep(query.queryHash, data)
  return data
}

/** Questions marked `offline` keep their last answer on the device and begin with it. */
export function keepLastCopies(client: QueryClient) {
  const { queries, ...rest } = client.getDefaultOptions()
  // Without storage there is nothing to forget.
  store.sub(sealingAtom, () => void forgetOtherwiseKept().catch(() => {}))
  client.setDefaultOptions({ ...rest, queries: { ...queries, persister: readThrough as never } })
}
