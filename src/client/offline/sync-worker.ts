import { hashKey } from '@tanstack/react-query'
import { ownAccount } from '../../shared/endpoints/own-account.ts'
import { photoPart, photoStanding } from '../../shared/endpoints/photos.ts'
import type { Body, Endpoint, Reply } from '../../shared/kit/endpoint.ts'
import { callKey } from '../kit/api/call-key.ts'
import { renewToken } from '../kit/session/renewal.ts'
import { holdKey } from '../kit/session/sealing.ts'
import { storedKey } from '../kit/session/stored-key.ts'
import { keepCopy } from './copies.ts'
import {
  type Decision,
  decide,
  type Outcome,
  sendWaiting,
  standsIn,
  stillWaits,
  type Taken,
  waitingHere,
} from './outbox.ts'
import { readPhoto } from './photos/kept-photos.ts'
import { type PartCalls, sendParts } from './photos/send-parts.ts'

const TIME_OUT_MS = 20_000
/** A part of a photo on a slow network. */
const PART_TIME_OUT_MS = 60_000

interface Asked {
  method: string
  path: string
  body?: unknown
  key?: string
  /** The keys of what it says in other words. */
  instead_of?: readonly string[] | undefined
  /** In which its person reads what the server says. */
  language?: string | undefined
}

async function ask(
  token: string,
  { method, path, body, key, instead_of, language }: Asked,
): Promise<Partial<Reply> | null> {
  const isForm = body instanceof FormData
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(language && { 'Accept-Language': language }),
      ...(key && { 'Idempotency-Key': key, 'Client-Time': new Date().toISOString() }),
      ...(instead_of && { 'Instead-Of': instead_of.join(',') }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(isForm ? PART_TIME_OUT_MS : TIME_OUT_MS),
  }).catch(() => null)
  return response?.json().catch(() => null)
}

/** Whatever hinders a part, the photo waits for the next time. */
class PartRefused extends Error {}

function partCalls(token: string): PartCalls {
  const dataOf = (reply: Partial<Reply> | null) => {
    if (reply?.code !== 200) throw new PartRefused()
    return reply.data as Awaited<ReturnType<PartCalls['standing']>>
  }
  return {
    standing: async (key) => dataOf(await ask(token, { method: 'GET', path: `${photoStanding.path}?key=${key}` })),
    part: async (form) => dataOf(await ask(token, { method: 'POST', path: photoPart.path, body: form })),
  }
}

/** False where it is not on this device any more: a page says so. */
async function sendPhotoWith(token: string, key: string, waits: () => Promise<boolean>): Promise<boolean> {
  const photo = await readPhoto(key)
  if (typeof photo === 'string') return false
  await sendParts({ key, photo, stillWaits: waits }, partCalls(token))
  return true
}

/**
 * Only what is plain is settled without a page: what was refused waits for one, which says it. So does what met someone faster, unless
 * a notification can say it in its person's language.
 */
async function sendWith(token: string, decision: Decision, language?: string): Promise<Outcome> {
  const { path, body, key, instead_of, photo } = decision
  const waits = () => stillWaits(decision)
  if (photo && !(await sendPhotoWith(token, photo, waits))) return { kind: 'later' }
  if (photo && !(await waits())) return { kind: 'taken_back' }
  const reply = await ask(token, { method: 'POST', path, body, key, instead_of, language })
  if (!reply) return { kind: 'unreached' }
  const { code, message = '', data } = reply
  if (code === 200) return { kind: 'done', answer: data }
  // A page says that the words of before hold.
  if (code === 409 && standsIn(data)) return { kind: 'later' }
  if (code === 409 && data && language) return { kind: 'conflict', message, answer: data }
  return { kind: code === 401 ? 'signed_out' : 'later' }
}

/** What the console's cookie holds now; null when nobody is signed in. */
type ReadCookie = () => Promise<string | null>

interface Standing {
  token: string
  userId: number
}

/** The server was not reached, or cannot answer now: the browser shall call again. */
const isAway = (reply: Partial<Reply> | null) => !reply?.code || reply.code >= 500 || reply.code === 429

/**
 * Anyone who is signed in by the token of the cookie, which is renewed where it has ended. The new one stays here: a page that
 * comes back to the old one renews it anew. Null when the sign-in is over, which a page tells its person.
 */
async function standing(cookie: string, readCookie: ReadCookie): Promise<Standing | null> {
  const about = (token: string) => ask(token, { method: ownAccount.method, path: ownAccount.path })
  let token: string | null = cookie
  let account = await about(token)
  if (account?.code === 401) {
    token = await renewToken(cookie, { read: readCookie, write: () => {} })
    if (token) account = await about(token)
  }
  if (isAway(account)) throw new Error('the server was not reached')
  const userId = (account?.data as { id?: number } | null)?.id
  return token && account?.code === 200 && userId !== undefined ? { token, userId } : null
}

/**
 * Sends what waits without a page: for who is signed in, where they are remembered and so the key is there. Anyone who leaves
 * meanwhile is sent for no further. Rejects when the browser shall call again.
 */
export async function sendWithoutPage(
  readCookie: ReadCookie,
  tell: (sent: readonly Decision[]) => void,
  { language, settled = async () => {} }: Saying = {},
): Promise<void> {
  const cookie = await readCookie()
  if (!cookie || (await waitingHere()) === 0) return
  const who = await standing(cookie, readCookie)
  if (!who) return
  await holdStoredKey()
  const { outcomes, again } = await sendFor(who, { cookie, readCookie, language })
  for (const [{ subject }, outcome] of outcomes) await settled(subject, outcome)
  const sent = outcomes.flatMap(([decision, outcome]) =>
    outcome.kind === 'done' ? [{ ...decision, answer: outcome.answer }] : [],
  )
  if (sent.length > 0 || outcomes.some(([, { kind }]) => kind === 'conflict')) tell(sent)
  if (again) throw new Error('some still wait')
}

/** Where notifications show what waits: in which language they do, and what is done when it is known what became of one. */
interface Saying {
  language?: string | undefined
  settled?: (subject: string, outcome: Outcome) => Promise<void>
}

async function holdStoredKey() {
  const key = await storedKey()
  if (key) holdKey(key, 'sealed')
}

interface Sending {
  cookie: string
  readCookie: ReadCookie
  language: string | undefined
}

async function sendFor(who: Standing, { cookie, readCookie, language }: Sending) {
  const outcomes: [Decision, Outcome][] = []
  const { again } = await sendWaiting(who.userId, async (decision) => {
    const stays = (await readCookie()) === cookie
    const outcome: Outcome = stays ? await sendWith(who.token, decision, language) : { kind: 'signed_out' }
    outcomes.push([decision, outcome])
    return outcome
  })
  return { outcomes, again }
}

/**
 * Takes an answer without a page: kept first, then sent with all that waits. It is kept for who was asked, no matter who is signed in now, and
 * sent for nobody else.
 */
export async function answerHere(readCookie: ReadCookie, taken: Taken, language: string): Promise<Outcome> {
  await holdStoredKey()
  const { key } = await decide(taken)
  const cookie = await readCookie()
  if (!cookie) return { kind: 'signed_out' }
  const who = await standing(cookie, readCookie).catch(() => 'unreached' as const)
  if (who === 'unreached') return { kind: 'unreached' }
  if (who?.userId !== taken.user_id) return { kind: 'signed_out' }
  const { outcomes } = await sendFor(who, { cookie, readCookie, language })
  return outcomes.find(([decision]) => decision.key === key)?.[1] ?? { kind: 'later' }
}

/**
 * Keeps an answer of the server where pages look for it without a network: for its person while they are signed in, and where they are
 * remembered, so that the key is there.
 */
export async function keepHere<E extends Endpoint>(
  readCookie: ReadCookie,
  userId: number,
  { endpoint, body }: { endpoint: E; body: Body<E> },
): Promise<void> {
  const key = await storedKey()
  const cookie = key && (await readCookie())
  const who = cookie ? await standing(cookie, readCookie).catch(() => null) : null
  if (who?.userId !== userId) return
  const path = `${endpoint.path}?${new URLSearchParams(body as Record<string, string>)}`
  const reply = await ask(who.token, { method: endpoint.method, path })
  holdKey(key, 'sealed')
  if (reply?.code === 200) await keepCopy(userId, hashKey(callKey(endpoint, body)), reply.data)
}

/** Asks the server for anyone who is signed in; null when nobody is, or it is not reached. */
export async function askHere(readCookie: ReadCookie, asked: Asked): Promise<unknown> {
  const cookie = await readCookie()
  const who = cookie ? await standing(cookie, readCookie).catch(() => null) : null
  const reply = who && (await ask(who.token, asked))
  return reply?.code === 200 ? reply.data : null
}
