import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useCall } from '../../src/client/kit/api/queries.ts'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { ConnectorButtons } from '../../src/client/piles/connector-buttons.tsx'
import { AskedCommand } from '../../src/client/piles/page/asked-command.tsx'
import type { PileView } from '../../src/client/piles/page/pile.ts'
import { PileNow } from '../../src/client/piles/pile-now.tsx'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

const WHY = /This is done at once or not at all/
const pile = { id: 7, station_number: 'CD-0007', state: 'available', enabled: true, connected: true, site: null }
const connector = (status: string) => ({ number: 1, status, status_at: null, order: null })
const view = { pile, connectors: [connector('Available')], commands: ['start', 'unlock', 'reset'] }

let calls: ReturnType<typeof serve>
beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(homesAtom, { pile: '/device' })
  calls = serve(({ path }) => (path === pileView.path ? ok(view) : undefined))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const networkGoes = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

test.each([
  ['Available', /^Start/],
  ['Faulted', /^Unlock/],
])(
  'without a network the first press on a command of a gun, %s, says why it is not kept; nothing is asked',
  async (status, name) => {
    stage(<ConnectorButtons pileId={7} connector={connector(status) as never} commands={view.commands} />)
    const button = await screen.findByRole('button', { name })
    networkGoes()
    await userEvent.click(button)
    expect(await screen.findByText(WHY)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toEqual([])
  },
)

test('on the page of an alarm the reset says so too, and leads nowhere', async () => {
  const { router } = stage(<PileNow pileId={7} connectorNumber={1} />, { path: '/alarm/1' })
  const link = await screen.findByRole('link', { name: 'Reset' })
  networkGoes()
  await userEvent.click(link)
  expect(await screen.findByText(WHY)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/alarm/1')
})

function Page() {
  const { data } = useCall(pileView, { id: 7 }, { entities: ['pile'] })
  return data ? <AskedCommand view={data as PileView} /> : null
}

test('a form that an address opens says at once why it cannot be sent, and of what age the state is', async () => {
  networkGoes()
  stage(<Page />, { path: '/device/7?do=reset' })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(WHY)).toBeTruthy()
  expect(dialog.getByText('Online just now')).toBeTruthy()
  expect(dialog.queryByText('Online')).toBeNull()
  expect(asked(calls, pileView.path)).toHaveLength(1)
})
