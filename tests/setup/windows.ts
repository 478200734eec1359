import { afterAll, afterEach } from 'vitest'
import { seated } from '../journeys/watch.ts'

/** A test that failed says what its windows showed. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || seated.size === 0) return
  const told = await Promise.all([...seated].map((window) => window.told()))
  throw new Error(`the windows at the end:\n${told.join('\n\n')}`)
})

/** A test that failed left its windows open; those of the next file are others. */
afterAll(async () => {
  await Promise.all([...seated].map((window) => window.end()))
  seated.clear()
})
