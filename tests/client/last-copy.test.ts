import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCopy } from '../../src/client/offline/copies.ts'
import { keepLastCopies } from '../../src/client/offline/last-copy.ts'
import { signIn } from './stage.tsx'

vi.mock('../../src/client/offline/copies.ts', async (load) => ({
  ...(await load<object>()),
  keepCopy: vi.fn(async () => true),
}))

beforeEach(() => signIn())
afterEach(() => vi.mocked(keepCopy).mockClear())

const pagesOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const rowsOf = (page: number) => ({ page, rows: [{ id: page }], pageSize: 20, total: 180 })

/** Asks again for so many pages of a list that is kept; gives what is kept of them. */
async function keptOf(count: number) {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  keepLastCopies(client)
  const queryKey = ['endless', count]
  client.setQueryData(queryKey, { pages: pagesOf(count).map(rowsOf), pageParams: pagesOf(count) }, { updatedAt: 1 })
  const end = new InfiniteQueryObserver(client, {
    ...{ queryKey, initialPageParam: 1, staleTime: 0, meta: { offline: true } },
    queryFn: async ({ pageParam }) => rowsOf(pageParam as number),
    getNextPageParam: ({ page }: ReturnType<typeof rowsOf>) => page + 1,
  }).subscribe(() => {})
  await vi.waitFor(() => expect(keepCopy).toHaveBeenCalled())
  end()
  expect(client.getQueryData<{ pages: unknown[] }>(queryKey)?.pages).toHaveLength(count)
  return vi.mocked(keepCopy).mock.calls[0]?.[2]
}

test.each([
  [3, 3],
  [5, 5],
  [7, 5],
])('of a list of %i pages the device keeps %i, and the screen has all', async (count, kept) => {
  expect(await keptOf(count)).toEqual({ pages: pagesOf(kept).map(rowsOf), pageParams: pagesOf(kept) })
})

test.each([
  [3, 1],
  [6, 0],
])('a page that comes after %i others is written %i times', async (count, times) => {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  keepLastCopies(client)
  const queryKey = ['endless further', count]
  client.setQueryData(queryKey, { pages: pagesOf(count).map(rowsOf), pageParams: pagesOf(count) })
  const observer = new InfiniteQueryObserver(client, {
    ...{ queryKey, initialPageParam: 1, staleTime: Number.POSITIVE_INFINITY, meta: { offline: true } },
    queryFn: async ({ pageParam }) => rowsOf(pageParam as number),
    getNextPageParam: ({ page }: ReturnType<typeof rowsOf>) => page + 1,
  })
  const end = observer.subscribe(() => {})
  const { data } = await observer.fetchNextPage()
  end()
  expect(data?.pages).toHaveLength(count + 1)
  expect(keepCopy).toHaveBeenCalledTimes(times)
})
