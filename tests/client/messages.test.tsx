import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { MessageList } from '../../src/client/messages/message-list.tsx'
import { messageSenders, resendMessage, tryMessage } from '../../src/shared/endpoints/messages.ts'
import { type Asked, asked, ok, page, type Screen, serve, signIn, speak, stage } from './stage.tsx'

const message = {
  ...{ id: 5, version: 1, created_at: '2026-11-20T04:00:00.000Z', updated_at: '2026-11-20T04:00:00.000Z' },
  ...{ subject: 'Your code to sign in', state: 'kept', channel: 'sms', recipient: '13800138000', tries: 1 },
  ...{ body: '042117 is your code', failure: null, problem: null, service: null, reference: null },
  ...{ sent_at: null, next_try_at: null },
}

beforeEach(() => speak())

function show(
  screenOf: Screen,
  permissions: string[],
  answer: (one: Asked) => ReturnType<Parameters<typeof serve>[0]>,
) {
  signIn(permissions)
  const all = serve((one) => {
    if (one.path === '/system/message/index') return page([message], { summary: { kept: 1 } })
    if (one.path === messageSenders.path) return ok({ sms: null, mail: 'SMTP', wechat: null })
    return answer(one)
  })
  stage(<MessageList />, { screen: screenOf })
  return all
}

test.each(['wide', 'phone'] as const)(
  'a %s screen shows what is kept, and says which channels nothing sends',
  async (width) => {
    show(width, ['message.list'], () => undefined)
    expect(await screen.findByText('Your code to sign in')).toBeTruthy()
    expect(screen.getByText('13800138000')).toBeTruthy()
    expect(await screen.findByText(/Nothing is set that sends SMS or WeChat Work/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  },
)

test('anyone who may sends it again, and tries a channel', async () => {
  const all = show('wide', ['*'], ({ path }) => {
    if (path === resendMessage.path) return ok({ message })
    return path === tryMessage.path ? ok({ id: 6 }) : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(asked(all, resendMessage.path)[0]?.body).toEqual({ id: 5 }))
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  await userEvent.click(screen.getByRole('radio', { name: 'E-mail' }))
  await userEvent.type(screen.getByLabelText(/^To/), 'li@example.com')
  await userEvent.click(screen.getAllByRole('button', { name: 'Send a test' }).at(-1) as HTMLElement)
  await waitFor(() => expect(asked(all, tryMessage.path)[0]?.body).toEqual({ channel: 'mail', to: 'li@example.com' }))
})
