import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Attention } from '../../src/client/dashboard/attention.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import type { Dashboard } from '../../src/shared/endpoints/dashboard.ts'
import { signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

type Matter = Dashboard['attention'][number]
const matter = (given: Partial<Matter>): Matter => ({
  ...{ kind: 'alarm', id: 1, pile_id: 2, title: 'GroundFailure', station_number: 'CN1', connector_number: 1 },
  ...{ since: new Date(Date.now() - 125_000).toISOString(), site: null },
  ...given,
})
const struck = { id: 7, name: 'Harbour', piles: 14 }
const show = (attention: Matter[]) => stage(<Attention data={{ attention } as never} />)

test('a site of which many piles are struck is one line, which leads to what is wrong there', () => {
  store.set(homesAtom, { alarm: '/alarms', pile: '/piles' })
  show([matter({ site: struck }), matter({ kind: 'offline', id: 3, site: struck }), matter({ id: 4 })])
  const links = screen.getAllByRole('link').slice(1)
  expect(links.map((link) => [link.textContent?.replaceAll('\u00a0', ' '), link.getAttribute('href')])).toEqual([
    ['14 piles with alarmsHarbour · 2 min', '/alarms?status=open&site_id=7'],
    ['14 piles offlineHarbour · 2 min', '/piles?state=offline&site_id=7'],
    ['Ground failureCN1 · gun 1 · 2 min', '/alarms/4'],
  ])
})

test('it leads nowhere where the menu has no such list', () => {
  store.set(homesAtom, {})
  show([matter({ site: struck })])
  expect(screen.getByText('14 piles with alarms')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
