import fc from 'fast-check'
import { createBrowserRouter, type Location, NavigationType } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { Leaving } from '../../../src/client/kit/ui/navigation-blocker.ts'
import { tabHistory } from '../../../src/client/kit/ui/tab-history.ts'
import { fakeTab } from '../fake-tab.ts'

afterEach(() => void vi.useRealTimers())

type Answer = 'go on' | 'stay'

/** What a person, or a page, does; `of` is what holds the page meanwhile, and how it answers. */
interface Deed {
  does: 'push' | 'replace' | 'step'
  to: string
  state: string | null
  delta: number
  of: { steps: boolean; links: boolean; answer: Answer }
}

const deed: fc.Arbitrary<Deed> = fc.record({
  does: fc.constantFrom('push', 'replace', 'step', 'step'),
  to: fc.constantFrom('/', '/alarm', '/alarm?status=open', '/alarm#last', '/site/停车场', '/a%20b?q=停 车', '?page=2'),
  state: fc.constantFrom(null, 'once'),
  delta: fc.constantFrom(-1, -1, -2, 1, 2),
  of: fc.record({ steps: fc.boolean(), links: fc.boolean(), answer: fc.constantFrom('go on', 'stay') }),
})

const stopsIn = ({ steps, links }: Deed['of'], { historyAction }: Pick<Leaving, 'historyAction'>) =>
  historyAction === NavigationType.Pop ? steps : links

/** A tab whose steps come when they are told to. */
function steppingTab(path = '/start') {
  const steps: (() => void)[] = []
  const faked = fakeTab(path, { later: (step) => void steps.push(step) })
  return {
    ...faked,
    isMoving: () => steps.length > 0,
    next: () => steps.shift()?.(),
    forget: () => void steps.splice(0),
    written: () => faked.entries.map(({ url, state }) => [url.href, (state as { usr?: unknown } | null)?.usr ?? null]),
  }
}

const told = ({ pathname, search, hash, state }: Location) => [pathname, search, hash, state]

function own() {
  const faked = steppingTab()
  let of: Deed['of'] = { steps: false, links: false, answer: 'stay' }
  const asked: unknown[] = []
  const history = tabHistory(faked.tab, (leaving) =>
    stopsIn(of, leaving)
      ? {
          order: 1,
          stops: () => true,
          answer: ({ proceed, reset }) => {
            asked.push([leaving.historyAction, told(leaving.currentLocation), told(leaving.nextLocation)])
            if (of.answer === 'go on') proceed()
            else reset()
          },
        }
      : undefined,
  )
  const heard: unknown[] = []
  history.listen(({ action, location }) => void heard.push([action, told(location)]))
  return {
    ...faked,
    history,
    asked,
    heard,
    does(next: Deed) {
      of = next.of
      if (next.does === 'step') faked.tab.history.go(next.delta)
      else history[next.does](next.to, next.state)
    },
  }
}

/** The router's own, as it stood here until its loaders and actions were left out: what it did is what has to be done. */
function routers() {
  const faked = steppingTab()
  let of: Deed['of'] = { steps: false, links: false, answer: 'stay' }
  const asked: unknown[] = []
  const router = createBrowserRouter([{ path: '*', element: null }], { window: faked.tab as unknown as Window })
  const heard: unknown[] = []
  let at = router.state.location
  let leaving: Leaving | undefined
  router.getBlocker('held', (next) => {
    leaving = next
    return stopsIn(of, next)
  })
  router.subscribe(({ location, historyAction, blockers }) => {
    if (location !== at) heard.push([historyAction, told(location)])
    at = location
    const blocker = blockers.get('held')
    if (blocker?.state !== 'blocked' || !leaving) return
    asked.push([leaving.historyAction, told(leaving.currentLocation), told(leaving.nextLocation)])
    leaving = undefined
    queueMicrotask(of.answer === 'go on' ? blocker.proceed : blocker.reset)
  })
  return {
    ...faked,
    router,
    asked,
    heard,
    does(next: Deed) {
      of = next.of
      if (next.does === 'step') faked.tab.history.go(next.delta)
      else void router.navigate(next.to, { replace: next.does === 'replace', state: next.state })
    },
  }
}

/** Until nothing moves any more: one that goes on may step once more. */
async function still(...tabs: { isMoving: () => boolean; next: () => void }[]) {
  do {
    for (const tab of tabs) tab.next()
    await new Promise((resolve) => setTimeout(resolve))
  } while (tabs.some((tab) => tab.isMoving()))
}

test('does to the tab, and says of it, what the router itself would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async (deeds) => {
      const [mine, theirs] = [own(), routers()]
      for (const next of deeds) {
        mine.does(next)
        theirs.does(next)
        await still(mine, theirs)
        expect(mine.written()).toEqual(theirs.written())
        expect(mine.place()).toBe(theirs.place())
        expect(mine.asked).toEqual(theirs.asked)
        expect(mine.heard).toEqual(theirs.heard)
        expect(told(mine.history.location)).toEqual(told(theirs.router.state.location))
      }
      theirs.router.dispose()
    }),
    { numRuns: 150 },
  )
})

test('whatever comes while steps are on their way, the page that stands there is that of the address in the end', () => {
  vi.useFakeTimers()
  const hurried = fc.array(fc.tuple(deed, fc.nat({ max: 3 })), { maxLength: 12 })
  fc.assert(
    fc.property(hurried, (deeds) => {
      const { tab, history, heard, entries, does, next, isMoving } = own()
      for (const [one, steps] of deeds) {
        does(one)
        for (let step = 0; step < steps; step++) next()
      }
      while (isMoving() || vi.getTimerCount() > 0) {
        next()
        if (!isMoving()) vi.runAllTimers()
      }
      const { pathname, search, hash } = tab.location
      expect(told(history.location).slice(0, 3)).toEqual([pathname, search, hash])
      expect(entries.map(({ state }) => (state as { idx: number }).idx)).toEqual(entries.map((_, at) => at))
      expect((heard.at(-1) as unknown[] | undefined)?.[1] ?? told(history.location)).toEqual(told(history.location))
    }),
    { numRuns: 1_000 },
  )
})

test('of two steps back in a hurry the first closes what lies on top, and the second leaves the page', async () => {
  const faked = steppingTab('/')
  let isOpen = false
  const history = tabHistory(faked.tab, () =>
    isOpen
      ? {
          order: 1,
          stops: () => true,
          answer: () => {
            isOpen = false
          },
        }
      : undefined,
  )
  history.push('/list')
  history.push('/list/1')
  isOpen = true
  history.go(-1)
  history.go(-1)
  await still(faked)
  expect(isOpen).toBe(false)
  expect(history.location.pathname).toBe('/list')
  expect(faked.tab.location.pathname).toBe('/list')
})

test('a link that is followed while a step is taken back comes after the page that stayed', async () => {
  const faked = steppingTab('/')
  const history = tabHistory(faked.tab, ({ historyAction }) =>
    historyAction === NavigationType.Pop ? { order: 1, stops: () => true, answer: ({ reset }) => reset() } : undefined,
  )
  history.push('/list')
  history.go(-1)
  faked.next()
  history.push('/alarm')
  await still(faked)
  expect(faked.written().map(([href]) => new URL(String(href)).pathname)).toEqual(['/', '/list', '/alarm'])
  expect(history.location.pathname).toBe('/alarm')
})

test('an entry that the browser made itself, for a place within the page, is one more to go back from', async () => {
  const faked = steppingTab('/list')
  const history = tabHistory(faked.tab, () => undefined)
  faked.tab.history.pushState(null, '', '#main')
  faked.tab.history.pushState(null, '', '#end')
  history.go(-1)
  await still(faked)
  expect(history.location.hash).toBe('#main')
  expect(history.action).toBe(NavigationType.Pop)
})

test('a step that the browser does not take back is none: the address is that of the page, and who goes on gets there', () => {
  vi.useFakeTimers()
  const faked = steppingTab('/')
  let goOn = () => {}
  const history = tabHistory(faked.tab, () => ({
    order: 1,
    stops: () => true,
    answer: ({ proceed }) => {
      goOn = proceed
    },
  }))
  history.push('/list')
  goOn()
  history.go(-1)
  faked.next()
  faked.forget()
  vi.runAllTimers()
  expect(faked.tab.location.pathname).toBe('/list')
  expect(history.location.pathname).toBe('/list')
  goOn()
  expect(faked.tab.location.pathname).toBe('/')
  expect(history.location.pathname).toBe('/')
})
