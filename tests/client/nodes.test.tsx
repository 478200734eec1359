import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NodeList } from '../../src/client/nodes/node-list.tsx'
import { type Asked, page, serve, signIn, speak, stage } from './stage.tsx'

const row = {
  ...{ version: 1, created_at: '', updated_at: '', handing_over_from: null, clock_off_s: 0, leads: false },
  ...{ state: 'running', piles: 40, piles_waiting: 0, piles_put_off: 0, browsers: 2, busy_percent: 7, memory_mb: 250 },
  ...{ delay_ms: 1, replica: 'used', replica_lag_s: 0, release: '1.0.1', address: 'a:80', ended_at: null },
  ...{ started_at: '2026-11-20T04:00:00.000Z', seen_at: '2026-11-20T04:00:00.000Z' },
}
const rows = [
  { ...row, id: 1, name: 'one' },
  { ...row, id: 2, name: 'two', replica: 'behind', replica_lag_s: 12, piles_waiting: 3, piles_put_off: 25 },
]

beforeEach(async () => {
  await speak()
  signIn(['*'])
  serve(({ path }: Asked) => (path === '/system/node/index' ? page(rows) : undefined))
})

test.each([
  ['wide', 'In use', '12 s behind', '3 · 25 put off'],
  ['phone', 'Read replica: In use', 'Read replica: 12 s behind', /3 wait to be let in · 25 put off/],
] as const)('a node says on a %s screen how far its read replica is behind', async (width, used, behind, waiting) => {
  stage(<NodeList />, { screen: width })
  expect(await screen.findByText(behind)).toBeTruthy()
  expect(screen.getAllByText(used)).toHaveLength(1)
  expect(screen.getByText(waiting)).toBeTruthy()
})
