import { screen as shown } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PileSecurity } from '../../src/client/piles/page/pile-security.tsx'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

/** A pile's security offers what the version that the pile speaks has, and nothing that it would refuse. */

beforeAll(() => speak())
beforeEach(() => signIn())

const ROOT = {
  ...{ id: 1, use: 'central', serial_number: '1f', known: null, serves: true },
  ...{ algorithm: 'SHA256', children: [] },
}

const USES_16 = ['central', 'manufacturer']

async function buttons(commands: readonly string[], read_at: string | null = null, uses = USES_16) {
  serve(({ path }) => {
    if (path !== '/system/device/security') return undefined
    const roots = read_at ? [ROOT] : []
    return ok({
      connected_profile: 1,
      floor: 1,
      wanted: null,
      read_at: read_at ? { central: read_at } : {},
      uses,
      roots,
    })
  })
  stage(<PileSecurity pileId={1} commands={commands} />)
  await shown.findByText('Connects by')
  return shown.queryAllByRole('button').map(({ textContent }) => textContent)
}

const OF_16 = ['raise_profile', 'list_certificates', 'install_certificate', 'delete_certificate']

test('all of it where the pile can be asked for all', async () => {
  expect(await buttons(OF_16, '2026-11-25T10:00:00.000Z')).toEqual([
    ...['Raise', 'Let in by less'],
    ...['Delete', 'Read', 'Install', 'Read', 'Install'],
  ])
})

test('of a pile that cannot be asked, what is done here alone', async () => {
  expect(await buttons([])).toEqual(['Let in by less'])
  expect(shown.queryByText("Network's roots")).toBeNull()
})

test('the roots that it told of stay in sight', async () => {
  expect(await buttons([], '2026-11-25T10:00:00.000Z')).toEqual(['Let in by less'])
  shown.getByText("Network's roots")
})

const OF_2 = OF_16.slice(1)

test('of a pile of 2.x the roots of charging by contract too, and a chain that nobody installs', async () => {
  const uses = [...USES_16, 'v2g', 'v2g_chain']
  expect(await buttons(OF_2, '2026-11-25T10:00:00.000Z', uses)).toEqual([
    ...['Let in by less', 'Delete', 'Read', 'Install', 'Read', 'Install'],
    ...['Read', 'Install', 'Read'],
  ])
  shown.getByText('Roots towards cars (V2G)')
  expect(shown.queryByText("Roots of cars' makers")).toBeNull()
  shown.getByText(/hashed by SHA256/)
})
