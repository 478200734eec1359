import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { CommandDialog } from '../../src/client/piles/command-dialog.tsx'
import { start as startCharging } from '../../src/shared/commands/start.ts'
import { asked, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())

const start = () => screen.queryByRole('button', { name: 'Start charging' })

function open(permissions: string[]) {
  signIn(permissions)
  const all = serve(() => undefined)
  stage(<CommandDialog command={startCharging} pileId={1} connectorNumber={1} onClose={() => {}} />, {
    screen: 'phone',
  })
  return all
}

test('anyone who may start but sees no customers reads so, and is asked for none', async () => {
  const all = open(['pile.list', 'pile.start'])
  await screen.findByText(/you may not see those/)
  expect(start()).toBeNull()
  expect(screen.queryByRole('button', { name: /customer/i })).toBeNull()
  expect(asked(all, '/system/customer/options')).toEqual([])
})

test('anyone who sees customers chooses one', async () => {
  open(['pile.list', 'pile.start', 'customer.list'])
  await screen.findByRole('button', { name: /customer/i })
  expect(start()).not.toBeNull()
})
