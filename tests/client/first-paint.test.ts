import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { drawsFromDevice, isDrawn } from '../../src/client/kit/ui/first-paint.ts'
import { keepLastCopies } from '../../src/client/offline/last-copy.ts'

let client: QueryClient
let asked: string[]

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  keepLastCopies(client)
  asked = []
})

/** A question whose answer is kept on the device, as a page asks it. */
function ask(name: string) {
  const queryFn = () => {
    asked.push(name)
    return Promise.resolve('new')
  }
  return new QueryObserver(client, { queryKey: [name], queryFn, meta: { offline: true }, staleTime: 0 })
}

test('a page that is drawn from the device asks about what stands there once it is on the screen, and about the rest at once', async () => {
  drawsFromDevice()
  client.setQueryData(['alarms'], 'old', { updatedAt: 1 })
  const ends = [ask('alarms'), ask('prices')].map((question) => question.subscribe(() => {}))
  await vi.waitFor(() => expect(asked).toEqual(['prices']))
  expect(client.getQueryData(['alarms'])).toBe('old')
  isDrawn()
  await vi.waitFor(() => expect(asked).toEqual(['prices', 'alarms']))
  await vi.waitFor(() => expect(client.getQueryData(['alarms'])).toBe('new'))
  for (const end of ends) end()
})

test('a tab that paints nothing asks all the same', async () => {
  drawsFromDevice()
  client.setQueryData(['alarms'], 'old', { updatedAt: 1 })
  const end = ask('alarms').subscribe(() => {})
  await vi.waitFor(() => expect(asked).toEqual(['alarms']), { timeout: 5_000 })
  end()
})
