import { ownAccount } from '../../shared/endpoints/user-centre.ts'
import type { Reply } from '../../shared/kit/endpoint.ts'
import { holdKey } from '../kit/session/sealing.ts'
import { storedKey } from '../kit/session/stored-key.ts'
import { type Decision, type Outcome, sendWaiting } from './outbox.ts'

const TIME_OUT_MS = 20_000

interface Asked {
  method: string
  path: string
  body?: unknown
  key?: string
}

async function ask(token: string, { method, path, body, key }: Asked): Promise<Partial<Reply> | null> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key, 'Client-Time': new Date().toISOString() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIME_OUT_MS),
  }).catch(() => null)
  return response?.json().catch(() => null)
}

/** Only what is plain is settled without a page: what was refused or met somebody faster waits for one, which says it. */
async function sendWith(token: string, { path, body, key }: Decision): Promise<Outcome> {
  const reply = await ask(token, { method: 'POST', path, body, key })
  if (!reply) return { kind: 'unreached' }
  if (reply.code === 200) return { kind: 'done', answer: reply.data }
  return { kind: reply.code === 401 ? 'signed_out' : 'later' }
}

/**
 * Sends what waits without a page, as far as that goes: where somebody is remembered and their token still holds. A token
 * that has ended is renewed by a page only. Rejects when the browser shall call again.
 */
export async function sendWithoutPage(token: string | null | undefined, tell: () => void): Promise<void> {
  if (!token) return
  const account = await ask(token, { method: ownAccount.method, path: ownAccount.path })
  if (!account) throw new Error('the server was not reached')
  const userId = (account.data as { id?: number } | null)?.id
  if (account.code !== 200 || userId === undefined) return
  const key = await storedKey()
  if (key) holdKey(key, 'sealed')
  const { sent, again } = await sendWaiting(userId, (decision) => sendWith(token, decision))
  if (sent.length > 0) tell()
  if (again) throw new Error('some still wait')
}
