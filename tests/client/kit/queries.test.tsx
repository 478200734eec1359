import { screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { invalidate, useCall, useSend } from '../../../src/client/kit/api/queries.ts'
import { Loaded } from '../../../src/client/kit/ui/states.tsx'
import { topUp } from '../../../src/shared/endpoints/customers.ts'
import { tableList } from '../../../src/shared/endpoints/shell.ts'
import { ok, serve, speak, stage } from '../stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

function TopUp() {
  const sending = useSend(topUp, ['customer'])
  return (
    <button type="button" onClick={() => sending.mutate({ id: 1, amount_cents: 5000 })}>
      {sending.error?.message ?? (sending.isSuccess ? 'done' : 'send')}
    </button>
  )
}

function Tables() {
  const query = useCall(tableList, {}, { entities: ['site'] })
  return <p>{query.data?.map(({ name }) => name).join() ?? 'none'}</p>
}

describe('a write', () => {
  test('sent again after a silence goes under the same key, the next one under another', async () => {
    const answers: (() => ReturnType<typeof ok>)[] = [
      () => {
        throw new TypeError('Failed to fetch')
      },
      () => ok({ balance_cents: 5000 }),
      () => ok({ balance_cents: 10_000 }),
    ]
    const all = serve(() => answers.shift()?.())
    stage(<TopUp />)
    const press = () => userEvent.click(shown.getByRole('button'))
    await press()
    await shown.findByText('the server did not respond')
    await press()
    await shown.findByText('done')
    await press()
    await waitFor(() => expect(all).toHaveLength(3))
    const [first, second, third] = all.map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})

describe('a screen that brings nothing', () => {
  function Screen() {
    const query = useCall(tableList, {}, { entities: [] })
    return (
      <Loaded query={query} skeleton={null}>
        {() => 'shown'}
      </Loaded>
    )
  }

  test('leads anyone who may not see it to the sign-in page', async () => {
    serve(() => ({ code: 403, message: 'No permission to access the current resource.', data: null }))
    stage(<Screen />)
    expect((await shown.findByRole('link', { name: 'Log in again' })).getAttribute('href')).toBe('/login')
    expect(shown.getByRole('alert').textContent).toContain('No permission to access the current resource.')
    expect(shown.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('offers everybody else to try again', async () => {
    serve(() => ({ code: 500, message: 'It failed.', data: null }))
    stage(<Screen />)
    expect(await shown.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(shown.queryByRole('link', { name: 'Log in again' })).toBeNull()
  })
})

describe('an answer', () => {
  test('is asked for again when one of its entities changed, and not when another did', async () => {
    let name = 'one'
    const all = serve(() => ok([{ name, columns: [] }]))
    stage(<Tables />)
    await shown.findByText('one')
    name = 'two'
    await invalidate('card')
    expect(all).toHaveLength(1)
    await invalidate('site', [4])
    expect(await shown.findByText('two')).toBeTruthy()
  })
})
