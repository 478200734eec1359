import { screen as shown } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EntityForm } from '../../src/client/kit/forms/entity-form.tsx'
import { pileTypeExtras } from '../../src/client/pile-types/extras.ts'
import { StationNumberWarning } from '../../src/client/piles/station-number-warning.tsx'
import { pileType } from '../../src/shared/entities/pile-type.ts'
import { serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => undefined)
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const type = async (label: RegExp, figure: string) => {
  const input = shown.getByLabelText(label)
  await user.clear(input)
  await user.type(input, figure)
}

test('a power that voltage and current do not give is questioned while it is typed, and no longer once it fits', async () => {
  stage(<EntityForm entity={pileType} row={null} {...pileTypeExtras} onClose={() => {}} />)
  await type(/^Rated power/, '1200')
  await type(/^Lowest voltage/, '200')
  await type(/^Highest voltage/, '750')
  expect(shown.queryByRole('status')).toBeNull()
  await type(/^Rated current/, '250')
  expect(shown.getByRole('status').textContent).toBe(
    'More than this voltage and current give: at most 187.5\u00a0kW. Is it right?',
  )
  await type(/^Rated power/, '120')
  expect(shown.queryByRole('status')).toBeNull()
})

test.each([
  ['CD-ME8D89X3HK', false],
  ['CD-ME8D89X3KH', true],
  ['cd-me8d89x3hk', true],
  ['CD-310115-0007', false],
  ['PILE-42', false],
  [null, false],
])('the station number %j is questioned: %s', (station_number, questioned) => {
  stage(<StationNumberWarning draft={{ station_number }} />)
  expect(shown.queryByRole('status') !== null).toBe(questioned)
})
