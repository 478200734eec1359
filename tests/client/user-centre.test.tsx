import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { UserCentre } from '../../src/client/user-centre/user-centre.tsx'
import { ownAccount } from '../../src/shared/endpoints/own-account.ts'
import {
  askContactCode,
  confirmContact,
  notificationSettings,
  saveNotifications,
} from '../../src/shared/endpoints/user-centre.ts'
import { type Asked, asked, ok, serve, signIn, speak, stage } from './stage.tsx'

const account = {
  ...{ id: 1, user_name: 'li.wei', name: 'Li Wei', avatar: null, dept: 'East', roles: ['Technician'] },
  ...{ language: null, created_at: '2026-01-02T03:04:05.000Z' },
  contacts: { sms: '13800138000', mail: null, wechat: null },
}
const settings = { ways: { alarm: ['sms'] }, kinds: ['alarm', 'order'] }

beforeEach(() => speak())

function show(answer: (one: Asked) => ReturnType<Parameters<typeof serve>[0]> = () => undefined) {
  signIn([])
  const all = serve((one) => {
    if (one.method === 'GET' && one.path === ownAccount.path) return ok(account)
    if (one.method === 'GET' && one.path === notificationSettings.path) return ok(settings)
    return answer(one)
  })
  stage(
    <UserCentre
      sessions={<p>Firefox here</p>}
      factors={<p>an app</p>}
      push={<p>this phone</p>}
      password={() => <p>a new password</p>}
      onClear={() => {}}
    />,
  )
  return all
}

test('tells who one is; nothing of it can be typed over', async () => {
  show()
  const card = (await screen.findByText('Account name')).closest('section') as HTMLElement
  expect(within(card).getByText('li.wei')).toBeTruthy()
  expect(within(card).getByText('Technician')).toBeTruthy()
  expect(within(card).queryAllByRole('textbox')).toEqual([])
  expect(screen.getByText('Firefox here')).toBeTruthy()
})

describe('to-dos', () => {
  test('are told of by ways that have a contact, only of kinds that one deals with', async () => {
    const all = show(({ path }) => (path === saveNotifications.path ? ok(null) : undefined))
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect(
      (await screen.findByRole<HTMLInputElement>('checkbox', { name: 'A new alarm other than a pile offline, SMS' }))
        .checked,
    ).toBe(true)
    expect(box('A new alarm other than a pile offline, E-mail').disabled).toBe(true)
    expect(screen.queryByRole('checkbox', { name: 'A refund to review, SMS' })).toBeNull()
    await userEvent.click(box('An order to settle, SMS'))
    const sent = () => all.filter(({ method, path }) => method === 'POST' && path === saveNotifications.path)
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toEqual({ ways: { alarm: ['sms'], order: ['sms'] } })
  })
})

describe('a contact', () => {
  test('is kept once the code that went there is typed', async () => {
    const all = show(({ path }) =>
      path === askContactCode.path
        ? ok({ wait_seconds: 60 })
        : path === confirmContact.path
          ? ok({ id: 1 })
          : undefined,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add: E-mail' }))
    await userEvent.type(screen.getByLabelText(/^E-mail/), 'li@example.com')
    expect(screen.queryByLabelText(/^Code/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send a code' }))
    await userEvent.type(await screen.findByLabelText(/^Code/), '042117')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked(all, confirmContact.path)[0]?.body).toEqual({
      ...{ channel: 'mail', to: 'li@example.com', sent_code: '042117' },
    })
  })

  test('that was changed after the code went out needs another code', async () => {
    show(({ path }) => (path === askContactCode.path ? ok({ wait_seconds: 60 }) : undefined))
    await userEvent.click(await screen.findByRole('button', { name: 'Change: Mobile number' }))
    await userEvent.type(screen.getByLabelText(/^Mobile number/), '13900139000')
    await userEvent.click(screen.getByRole('button', { name: 'Send a code' }))
    await screen.findByLabelText(/^Code/)
    await userEvent.type(screen.getByLabelText(/^Mobile number/), '1')
    expect(screen.queryByLabelText(/^Code/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Send a code' })).toBeTruthy()
  })

  test('that the server refuses says so at its field', async () => {
    show(({ path }) =>
      path === askContactCode.path
        ? { code: 422, message: 'Check the input.', data: { errors: { to: 'This is no phone number.' } } }
        : undefined,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Change: Mobile number' }))
    await userEvent.type(screen.getByLabelText(/^Mobile number/), 'abc')
    await userEvent.click(screen.getByRole('button', { name: 'Send a code' }))
    expect(await screen.findByText('This is no phone number.')).toBeTruthy()
  })
})
