import { act, screen as shown } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BerthPlan } from '../../src/client/berths/berth-plan.tsx'
import { Attention } from '../../src/client/dashboard/attention.tsx'
import { SiteStates } from '../../src/client/dashboard/site-states.tsx'
import { byName, dictionariesAtom } from '../../src/client/kit/dictionaries/dictionaries.ts'
import type { MapPoint } from '../../src/client/kit/map/map-point.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { ConnectorSquares } from '../../src/client/piles/connector-squares.tsx'
import { PileState } from '../../src/client/piles/page/pile-state.tsx'
import { PileStateCell } from '../../src/client/piles/pile-state-cell.tsx'
import { SiteMap } from '../../src/client/sites/site-map.tsx'
import { SiteMonitor } from '../../src/client/sites/site-monitor.tsx'
import { RunState } from '../../src/client/tasks/run-state.tsx'
import { berthPlan } from '../../src/shared/endpoints/berths.ts'
import type { Dashboard } from '../../src/shared/endpoints/dashboard.ts'
import type { ConnectorNow } from '../../src/shared/endpoints/piles.ts'
import { sitesNow } from '../../src/shared/endpoints/sites.ts'
import { type Pile, pile } from '../../src/shared/entities/pile.ts'
import { taskRun } from '../../src/shared/entities/task-run.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import type { Tone } from '../../src/shared/kit/fields.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

/** What an operator sets for a state holds wherever the state shows. */

// jsdom gives a map no size, so that it would draw no pin: what it is given to draw is looked at.
vi.mock('../../src/client/kit/map/lazy-maps.tsx', () => ({
  PointMap: ({ points }: { points: readonly MapPoint[] }) =>
    points.map(({ id, tone, label }) => (
      <i key={id} className={tone}>
        {label}
      </i>
    )),
}))

const NAME = 'Nordhof'
const states = { faulted: 2, offline: 1 }
const site = { id: 1, name: NAME, address: null, region_id: null, longitude: 120.1, latitude: 30.2, piles: 1, states }
const spot = { id: 3, serial: 'A-1', state: 'out_of_service', pile: null, connector_number: null }
const connector = { number: 1, status: 'Faulted', order: null, soc: null, status_at: null } as ConnectorNow
const counted = { ...site, connectors: 3, available: 0, charging: 0, waiting: 0, reserved: 0, ...states }
const since = '2026-11-20T02:00:00Z'
const matter = (kind: Dashboard['attention'][number]['kind'], title = '') => ({
  ...{ kind, title, id: 1, pile_id: 1, station_number: 'CN1', connector_number: null, since, site: null },
})

afterAll(() => vi.doUnmock('../../src/client/kit/map/lazy-maps.tsx'))

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(({ path }) => {
    if (path === sitesNow.path) return ok([site])
    return path === berthPlan.path ? ok([spot]) : undefined
  })
})
afterEach(() => {
  act(() => store.set(dictionariesAtom, new Map()))
  vi.unstubAllGlobals()
})

type Each<T> = Readonly<Record<string, T>>

function set(entity: Entity, field: string, tones: Each<Tone>, labels: Each<string> = {}) {
  const choices = entity.fields[field]?.choices ?? []
  const items = choices.map((value) => ({
    ...{ value, offered: true, own: false, tone: tones[value] ?? null },
    ...{ label: labels[value] ?? value, labels: { en: labels[value] ?? value, 'zh-CN': labels[value] ?? value } },
  }))
  act(() => store.set(dictionariesAtom, byName([{ name: `${entity.name}.${field}`, kind: 'fixed', items }])))
}

/** Classes and tokens are named after their hue. */
const hues = () =>
  new Set(
    [...document.querySelectorAll('[class], [style]')]
      .map(looks)
      .join(' ')
      .match(/faulted|reserved/g),
  )
const looks = (element: Element) => `${element.getAttribute('class')} ${element.getAttribute('style')}`

const places: [string, ReactElement, () => Promise<unknown> | undefined][] = [
  ['connectors by number', <ConnectorSquares key="" connectors={[connector]} />, () => undefined],
  ['the monitor of sites', <SiteMonitor key="" />, () => shown.findAllByText('2 faulted')],
  ['the map of sites', <SiteMap key="" />, () => shown.findByText(`${NAME}: Fault, 0 of 3 guns free`)],
  ['the plan of berths', <BerthPlan key="" siteId={1} />, () => shown.findAllByText('A-1')],
  ['a site on the dashboard', <SiteStates key="" data={{ sites: [counted] } as never} />, () => undefined],
]

describe.each(places)('%s', (_, ui, stands) => {
  test('shows a fault in the hue that the operator gave it, and in the console’s own without one', async () => {
    stage(ui)
    await stands()
    expect(hues()).toEqual(new Set(['faulted']))
    set(pile, 'state', { faulted: 'reserved' })
    expect(hues()).toEqual(new Set(['reserved']))
  })
})

test('sites count what the operator renamed in its word, and the rest in the console’s phrases', async () => {
  stage(<SiteMonitor />)
  await shown.findByText('2 faulted')
  set(pile, 'state', {}, { faulted: 'Broken', offline: 'Offline' })
  expect(shown.getByText('2 Broken')).toBeTruthy()
  expect(shown.getByText('1 offline')).toBeTruthy()
})

test('a pile without a socket shows in the hue of what is offline, in the list and on its page', () => {
  set(pile, 'state', { offline: 'waiting' })
  const silent = { ...{ state: 'offline', enabled: true, never_connected: false, last_seen_at: null } } as Pile
  const { unmount } = stage(<PileStateCell pile={silent} />)
  expect(shown.getByText('offline').className).toMatch(/waiting/)
  unmount()
  stage(<PileState pile={silent} />)
  expect(shown.getByText('Offline').className).toMatch(/waiting/)
})

test('what needs a person shows in the hue that it has where it is dealt with', () => {
  const dots = () => [...document.querySelectorAll('[aria-hidden="true"][class*="dot"]')].map((dot) => dot.className)
  stage(<Attention data={{ attention: [matter('rejected', 'wrong_password'), matter('offline')] } as never} />)
  expect(dots()).toEqual([expect.stringMatching(/faulted/), expect.stringMatching(/offline/)])
  set(pile, 'state', { offline: 'reserved' })
  expect(dots()).toEqual([expect.stringMatching(/faulted/), expect.stringMatching(/reserved/)])
})

test('a run shows in the hue that the operator gave its state', () => {
  set(taskRun, 'state', { failed: 'waiting' })
  stage(<RunState state="failed" />)
  expect(shown.getByText('failed').className).toMatch(/waiting/)
})
