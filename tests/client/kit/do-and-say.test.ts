import { beforeEach, expect, test, vi } from 'vitest'
import { doAndSay } from '../../../src/client/kit/api/do-and-say.ts'
import { refusal } from '../../../src/client/kit/api/failure.ts'
import { queryClient } from '../../../src/client/kit/api/queries.ts'
import { store } from '../../../src/client/kit/session/store.ts'
import { dropToasts, toastsAtom } from '../../../src/client/kit/ui/toast.ts'

const said = () => store.get(toastsAtom).map(({ tone, text }) => ({ tone, text }))
const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
beforeEach(() => {
  dropToasts()
  invalidated.mockClear()
})

test('what was done is said, and what it changed is asked for again', async () => {
  expect(await doAndSay(async () => 7, { done: 'Done', changes: ['task', 'task_run'] })).toBe(7)
  expect(said()).toEqual([{ tone: 'success', text: 'Done' }])
  expect(invalidated).toHaveBeenCalledTimes(2)
})

test('why something was not done is said, and what it might have changed is asked for again', async () => {
  const refused = async () => {
    throw refusal(409, 'It runs already.', null)
  }
  expect(await doAndSay(refused, { done: 'Done', changes: ['task'] })).toBeNull()
  expect(said()).toEqual([{ tone: 'error', text: 'It runs already.' }])
  expect(invalidated).toHaveBeenCalledTimes(1)
})

test('who thought again is told nothing', async () => {
  await doAndSay(async (): Promise<{ name: string } | null> => null, {
    done: (answer) => answer && `${answer.name} is gone`,
  })
  await doAndSay(async () => {})
  expect(said()).toEqual([])
})
