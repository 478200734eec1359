import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callKey } from '../../src/client/kit/api/call-key.ts'
import { queryClient } from '../../src/client/kit/api/queries.ts'
import { CommandDialog } from '../../src/client/piles/command-dialog.tsx'
import { resetGun } from '../../src/shared/commands/reset-gun.ts'
import { start as startCharging } from '../../src/shared/commands/start.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
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

test.each([
  ['Hard reset', 3, 'A reset ends the charge on gun 3.'],
  ['Hard reset', 1, null],
  ['Soft reset', 3, null],
])('a %s of gun %i asks with the charge that it ends', async (button, number, said) => {
  const gun = (number: number, order: object | null) => ({ number, order })
  signIn(['pile.list', 'pile.reset_gun'])
  serve(() => undefined)
  stage(<CommandDialog command={resetGun} pileId={1} connectorNumber={number} onClose={() => {}} />)
  queryClient.setQueryData(callKey(pileView, { id: 1 }), {
    connectors: [
      gun(0, null),
      gun(1, { ended_at: '2026-11-20T01:00:00Z' }),
      gun(2, { ended_at: null }),
      gun(3, { ended_at: null }),
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  const question = await screen.findByRole('dialog', { name: new RegExp(`^Reset gun ${number} .*\\?$`) })
  if (said) expect(question.textContent).toContain(said)
  else expect(question.textContent).not.toContain('ends the charge')
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
})
