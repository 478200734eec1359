import { screen as shown } from '@testing-library/react'
import { beforeAll, beforeEach, test } from 'vitest'
import { OutsideLimits } from '../../src/client/charging-profiles/outside-limits.tsx'
import type { OutsideLimit } from '../../src/shared/domain/charging-profiles/outside-limit.ts'
import { signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())

const since = '2026-11-01T06:02:00.000Z'
const LIMIT: OutsideLimit = {
  ...{ evse: 0, source: 'grid_operator', grid_critical: null, local_generation: false, since, told_at: since },
  schedules: [
    { starts_at: null, duration: null, charging_rate_unit: 'W', periods: [{ start: 0, limit: 8000, phases: null }] },
  ],
}
const [schedule] = LIMIT.schedules

test.each([
  ['to how much, by whom and since when', {}, /^Limited from outside to 8 kW by the grid operator since .*14:02$/],
  ['that the pile does not say how much', { schedules: [] }, /by the grid operator since .*; the pile does not say/],
  ['of which gun it is, and that the grid needs it', { evse: 2, grid_critical: true }, /^Gun 2 · Lim.* · critical for/],
  ['what generation on site adds', { local_generation: true, source: 'energy_management' }, /^8 kW more from gen/],
  [
    'in amperes',
    { schedules: [{ ...schedule, charging_rate_unit: 'A', periods: [{ start: 0, limit: 16, phases: null }] }] },
    /to 16 A by/,
  ],
  ['until when', { schedules: [{ ...schedule, duration: 4_000_000_000 }] }, / · until 3 Aug 2153/],
  ['that it limits nothing yet', { schedules: [{ ...schedule, starts_at: '2199-01-01T00:00:00Z' }] }, /nothing now$/],
])('says %s', async (_, given, words) => {
  stage(<OutsideLimits limits={[{ ...LIMIT, ...given } as OutsideLimit]} zone="Asia/Shanghai" />)
  await shown.findByText(words)
})
