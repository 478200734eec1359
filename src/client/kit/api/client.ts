import i18next from 'i18next'
import { ofetch } from 'ofetch'
import type { Reply } from '../../../shared/kit/endpoint.ts'
import { FALLBACK } from '../../../shared/kit/languages.ts'
import { pageSignIn } from '../session/page-sign-in.ts'
import { endSession, hasSession } from '../session/session.ts'
import { readToken } from '../session/token.ts'
import { noteAge, readAfter } from './data-age.ts'
import { Failure, noAnswer, refusal, unreadable } from './failure.ts'
import { renew } from './renew.ts'

export const API_BASE = '/api'
const TIME_OUT_MS = 10_000

/** Said on the window when a role asks for a second step that this person has not set up: nothing else can be called. */
export const MUST_ENROL = 'must-enrol'
export const mustEnrol = (data: unknown): boolean => Boolean((data as { must_enrol?: boolean } | null)?.must_enrol)

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the API base. */
  path: string
  /** The JSON body; a GET's query. */
  body?: unknown
  idempotencyKey?: string
  /** The keys of what it says in other words. */
  insteadOf?: readonly string[]
  signal?: AbortSignal
  /** What is at hand of it: its answer as long as the server says that it is still so. */
  known?: { tag: string } | null
}

interface Answer {
  status: number
  reply: Partial<Reply> | undefined
}

/** What every call says of its sender. */
export function headersOf(
  call: Pick<Call, 'idempotencyKey' | 'insteadOf' | 'known'>,
  token: string | null,
): Record<string, string> {
  return {
    'Accept-Language': i18next.language ?? FALLBACK,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...readAfter(),
    ...(call.known?.tag && { 'If-None-Match': `"${call.known.tag}"` }),
    // What was decided offline says when, by this clock: the server then knows how wrong it is.
    ...(call.idempotencyKey && { 'Idempotency-Key': call.idempotencyKey, 'Client-Time': new Date().toISOString() }),
    ...(call.insteadOf?.length && { 'Instead-Of': call.insteadOf.join(',') }),
  }
}

/** A list or an object in a query travels as JSON; what is undefined does not travel. */
function queryOf(body: unknown): Record<string, unknown> {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>)
  const written = entries.map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ])
  return { ...Object.fromEntries(written), _: Date.now() }
}

/** ofetch has a time-out too, which it forgets where a signal is given: every query of a screen gives one. */
function withinTime(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(TIME_OUT_MS)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

async function exchange(call: Call, token: string | null): Promise<Answer> {
  const get = call.method === 'GET'
  try {
    const response = await ofetch.raw<Partial<Reply>>(call.path, {
      baseURL: API_BASE,
      method: call.method,
      headers: headersOf(call, token),
      retry: 0,
      ignoreResponseError: true,
      signal: withinTime(call.signal),
      ...(get ? { query: queryOf(call.body) } : { body: (call.body ?? {}) as Record<string, unknown> }),
    })
    noteAge(response.headers)
    if (response.status === 304) return { status: 304, reply: { code: 200, data: call.known } }
    return { status: response.status, reply: response._data }
  } catch (error) {
    if (call.signal?.aborted) throw error
    throw noAnswer(error)
  }
}

function dataOf({ status, reply }: Answer): unknown {
  if (typeof reply !== 'object' || typeof reply?.code !== 'number')
    throw status >= 400 ? refusal(status, undefined, null) : unreadable(status)
  if (reply.code !== 200) {
    if (mustEnrol(reply.data)) dispatchEvent(new Event(MUST_ENROL))
    throw refusal(reply.code, reply.message, reply.data)
  }
  return reply.data
}

/** Sends a call of the API and gives its data. A 401 renews the token once, then the call is made once more. */
export async function send(call: Call): Promise<unknown> {
  const [token, own] = [readToken(), pageSignIn()]
  const first = await exchange(call, token)
  if (first.status !== 401 || !hasSession()) return dataOf(first)
  if (!(await renew(token))) {
    endSession('expired')
    throw new Failure('refused', 401, i18next.t('failure.session_expired', { ns: 'common' }))
  }
  const second = await exchange(call, readToken())
  if (second.status === 401 && !own) endSession('expired')
  return dataOf(second)
}
