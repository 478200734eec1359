import { ownAccount } from '../../shared/endpoints/own-account.ts'
import { photoPart, photoStanding } from '../../shared/endpoints/photos.ts'
import type { Reply } from '../../shared/kit/endpoint.ts'
import { renewToken } from '../kit/session/renewal.ts'
import { holdKey } from '../kit/session/sealing.ts'
import { storedKey } from '../kit/session/stored-key.ts'
import { type Decision, type Outcome, sendWaiting, waitingHere } from './outbox.ts'
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
}

async function ask(token: string, { method, path, body, key }: Asked): Promise<Partial<Reply> | null> {
  const isForm = body instanceof FormData
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key, 'Client-Time': new Date().toISOString() }),
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
async function sendPhotoWith(token: string, key: string): Promise<boolean> {
  const photo = await readPhoto(key)
  if (typeof photo === 'string') return false
  await sendParts({ key, photo }, partCalls(token))
  return true
}

/** Only what is plain is settled without a page: what was refused or met someone faster waits for one, which says it. */
async function sendWith(token: string, { path, body, key, photo }: Decision): Promise<Outcome> {
  if (photo && !(await sendPhotoWith(token, photo))) return { kind: 'later' }
  const reply = await ask(token, { method: 'POST', path, body, key })
  if (!reply) return { kind: 'unreached' }
  if (reply.code === 200) return { kind: 'done', answer: reply.data }
  return { kind: reply.code === 401 ? 'signed_out' : 'later' }
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
export async function sendWithoutPage(readCookie: ReadCookie, tell: () => void): Promise<void> {
  const cookie = await readCookie()
  if (!cookie || (await waitingHere()) === 0) return
  const who = await standing(cookie, readCookie)
  if (!who) return
  const key = await storedKey()
  if (key) holdKey(key, 'sealed')
  const { sent, again } = await sendWaiting(who.userId, async (decision) =>
    (await readCookie()) === cookie ? sendWith(who.token, decision) : { kind: 'signed_out' },
  )
  if (sent.length > 0) tell()
  if (again) throw new Error('some still wait')
}
