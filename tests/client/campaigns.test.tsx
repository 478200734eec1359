import { screen as shown, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CampaignCourse } from '../../src/client/campaigns/campaign-course.tsx'
import { CampaignHours } from '../../src/client/campaigns/campaign-hours.tsx'
import { CampaignWaves } from '../../src/client/campaigns/campaign-waves.tsx'
import { type CampaignRow, type CampaignWave, NO_TARGETS } from '../../src/shared/endpoints/campaigns.ts'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => page([]))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const row = (over: object) => ({ state: 'running', wave: 1, waves: [], clocks: [], ...over }) as unknown as CampaignRow
const wave = (number: number, targets: Partial<CampaignWave['targets']>, began_at: string | null = null) => ({
  ...{ wave: number, targets: { ...NO_TARGETS, ...targets }, began_at, ended_at: null },
})
const BEGAN = '2026-11-24T10:00:00Z'

test.each<[string, object, string[]]>([
  ['not begun', { waves: [wave(1, { pending: 2 }), wave(2, { pending: 4 })] }, ['Not begun', 'Waits for the first']],
  [
    'under way',
    { waves: [wave(1, { sent: 1, done: 1 }, BEGAN), wave(2, { pending: 4 })] },
    ['Under way', 'Waits for the first'],
  ],
  [
    'stopped by its pilot',
    { state: 'stopped', waves: [wave(1, { failed: 2 }, BEGAN), wave(2, { pending: 4 })] },
    ['Over, with failures', 'On hold'],
  ],
  [
    'cancelled behind its pilot',
    { state: 'cancelled', waves: [wave(1, { done: 2 }, BEGAN), wave(2, { cancelled: 4 })] },
    ['Done', 'Left out'],
  ],
])('a campaign that is %s says so of its first piles and of the others', (_, over, states) => {
  stage(<CampaignWaves row={row(over)} />)
  const cards = shown.getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  for (const [at, state] of states.entries()) within(cards[at] as HTMLElement).getByText(state)
  within(cards[1] as HTMLElement).getByText('The other 4 piles')
})

test('one whose piles are all asked together shows no waves', () => {
  stage(<CampaignWaves row={row({ waves: [wave(1, { done: 2 })] })} />)
  expect(shown.queryByRole('list')).toBeNull()
})

test.each([
  // Its clocks are put back at three: the hour from two comes twice.
  ['2026-10-25T00:30:00Z', /Europe\/Berlin \(UTC\+2\), 3 piles\. Now 02:30: piles are asked for another 4 h 30/],
  ['2026-10-25T01:30:00Z', /Europe\/Berlin \(UTC\+1\), 3 piles\. Now 02:30: piles are asked for another 3 h 30/],
  ['2026-10-25T12:30:00Z', /Now 13:30: piles are asked again in 8 h 30/],
])('hours over midnight are told by the clock of the sites, at %s', (now, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const hours = { window_from: 22 * 60, window_to: 6 * 60 }
  stage(<CampaignHours row={row({ ...hours, clocks: [{ time_zone: 'Europe/Berlin', targets: 3 }] })} />)
  shown.getByText("Piles are asked from 22:00 to 06:00, in each site's time.")
  shown.getByText('22:00–24:00: Piles are asked')
  shown.getByText('06:00–22:00: Piles are left alone')
  shown.getByText(words)
})

test('a campaign that is over tells no time of now', () => {
  const hours = { window_from: 120, window_to: 240, clocks: [{ time_zone: 'Asia/Tokyo', targets: 1 }] }
  stage(<CampaignHours row={row({ ...hours, state: 'done' })} />)
  expect(shown.queryByText(/Now/)).toBeNull()
})

test.each([
  ['who may look at campaigns', ['campaign.list'], 2],
  ['who may not', ['firmware.list'], 0],
])('the course of a campaign is shown to one %s', async (_, permissions, cards) => {
  signIn(permissions)
  const waves = [wave(1, { done: 2 }, BEGAN), wave(2, { pending: 4 })]
  const calls = serve(({ path }) =>
    path === '/system/campaign/index' ? page([row({ id: 7, waves, wave: 2 })]) : undefined,
  )
  stage(<CampaignCourse id={7} />)
  if (cards) await shown.findByText('First 2 piles')
  expect(shown.queryAllByRole('listitem')).toHaveLength(cards)
  expect(calls).toHaveLength(cards ? 1 : 0)
})
