import { screen as shown, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { VersionsDialog } from '../../src/client/firmware/versions-dialog.tsx'
import { firmwareMatrix } from '../../src/shared/endpoints/firmware.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const runs = (firmware_version: string | null, piles: number) => ({ firmware_version, piles })

test('versions of a type stand by age, 2.10 after 2.9, and those that never said beside the older ones', async () => {
  const versions = [runs('2.9.1', 30), runs('1.4.0', 4), runs('2.10.0', 7), runs(null, 2), runs('1.3.9', 1)]
  const types = [
    { pile_type: { id: 1, title: 'DC 120 kW' }, versions },
    { pile_type: null, versions: [runs('1.0', 1)] },
  ]
  serve(({ path }) => (path === firmwareMatrix.path ? ok(types) : undefined))
  stage(<VersionsDialog onClose={() => {}} />)
  const cellsOf = (name: RegExp) =>
    within(shown.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  await shown.findByRole('table')
  expect(cellsOf(/^DC 120 kW/)).toEqual(['72.10.0', '302.9.1', '41.4.011.3.92Never said', '44'])
  expect(cellsOf(/^Without a type/)).toEqual(['11.0', '—', '—', '1'])
})
