import { expect, test } from 'vitest'
import { berthState, isInUse } from '../../src/shared/domain/berth-state.ts'

test.each([
  ['open', [], 'free', false],
  ['reserved', [], 'reserved', false],
  ['closed', ['Available'], 'out_of_service', false],
  ['closed', ['Charging'], 'out_of_service', true],
  ['reserved', ['Charging'], 'occupied', true],
  ['reserved', ['Available'], 'reserved', false],
  ['open', ['Preparing'], 'occupied', true],
  ['open', ['SuspendedEVSE'], 'occupied', true],
  ['open', ['Unavailable'], 'out_of_service', false],
  ['open', ['Faulted', 'Available'], 'free', false],
  ['open', ['Charging', 'Available'], 'free', false],
  ['open', ['Charging', 'Faulted'], 'occupied', false],
  ['open', ['Charging', 'Finishing'], 'occupied', true],
  ['open', ['Offline'], 'unknown', false],
] as const)('a berth that is %s, reached by %j, is %s', (status, connectors, state, inUse) => {
  expect([berthState({ status, connectors }), isInUse(connectors)]).toEqual([state, inUse])
})
