import { createStore, del, entries, promisifyRequest, set } from 'idb-keyval'
import { newKey } from '../kit/api/idempotency.ts'
import { seal, sealing, unseal } from '../kit/session/sealing.ts'
import { OUTBOX_DATABASE } from './background-sync.ts'
import { forgetPhoto, keptPhotos } from './photos/kept-photos.ts'

/**
 * What a person decided without a network, kept until the server has it. Each decision carries the Idempotency-Key that
 * was made when it was taken, so that however often it is sent the server acts on it once.
 */
export interface Decision<B = unknown> {
  /** The Idempotency-Key. */
  key: string
  user_id: number
  /** What it is about: `alarm:12`. Two tabs may each take one about the same, and both are kept. */
  subject: string
  /** The same in the person's words, for when the record itself is out of sight. */
  label: string
  /** Path of the call, below the API base. */
  path: string
  body: B
  /** The keys of what it says in other words: the server takes one of them all. */
  instead_of?: readonly string[]
  /** The key of a photo on this device, which is sent before the call is made. */
  photo?: string
  decided_at: string
  /** waiting: not sent, or sent and not answered. conflict: another person was faster. refused: the server said no. */
  state: 'waiting' | 'conflict' | 'refused'
  /** What the server said to a refusal. */
  message: string | null
  /** The record as it is, where there was a conflict. */
  answer: unknown
}

type Words = Pick<Decision, 'label' | 'body' | 'message' | 'answer'>

/** As it lies on the device: what it says is encrypted where what belongs to a person is. */
type Kept = Decision | (Omit<Decision, keyof Words> & { sealed: Uint8Array<ArrayBuffer> })

/**
 * What became of one sending. `unreached`: the server was not, or wants less; `later`: it could not take this one now.
 * Both are tried again. `signed_out`: wait for the person to sign in. `taken_back`: it waits no more, and was not sent.
 */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'conflict'; message: string; answer: unknown }
  | { kind: 'refused'; message: string }
  | { kind: 'unreached' }
  | { kind: 'later' }
  | { kind: 'signed_out' }
  | { kind: 'taken_back' }

/** What a 409 carries where the same stands in other words: what was answered to those. */
export const standsIn = (data: unknown): data is { stands: unknown } =>
  typeof data === 'object' && data !== null && 'stands' in data

export type Send = (decision: Decision) => Promise<Outcome>

const store = createStore(OUTBOX_DATABASE, 'decisions')
const LOCK = 'chargedeck-outbox'

/** For whom and what its words are sealed: two people on one phone do not see each other's. */
const place = (userId: number, subject: string) => `${userId}/${subject}`
const slot = ({ user_id, subject, key }: Pick<Decision, 'user_id' | 'subject' | 'key'>) =>
  `${place(user_id, subject)}/${key}`

/** A decision is never lost for want of a key: it is then kept as it is. */
async function keptForm(decision: Decision): Promise<Kept> {
  if (sealing() !== 'sealed') return decision
  const { label, body, message, answer, ...open } = decision
  const words: Words = { label, body, message, answer }
  return { ...open, sealed: await seal(place(decision.user_id, decision.subject), words) }
}

/** Undefined while its key is not there. */
async function readForm(kept: Kept): Promise<Decision | undefined> {
  if (!('sealed' in kept)) return kept
  const { sealed, ...open } = kept
  const words = await unseal<Words>(place(kept.user_id, kept.subject), sealed)
  return words && { ...open, ...words }
}

/** A decision as it is taken. */
export type Taken<B = unknown> = Omit<Decision<B>, 'key' | 'state' | 'message' | 'answer'>

/** Keeps a decision. Anyone who goes on saying something has seen who was faster, and the server has those words. */
export async function decide<B>(decision: Taken<B>): Promise<Decision> {
  const fresh: Decision = { ...decision, key: newKey(), state: 'waiting', message: null, answer: null }
  await set(slot(fresh), await keptForm(fresh), store)
  // It is kept by now: what fails from here on must not have it taken again.
  await forgetConflicts(fresh).catch(() => {})
  return fresh
}

/** What was refused the server has not: words and photos of it stay until the person sends or discards them. */
async function forgetConflicts({ user_id, subject }: Decision) {
  const conflicts = (await keptOf(user_id)).filter((kept) => kept.subject === subject && kept.state === 'conflict')
  for (const conflict of conflicts) await discard(conflict)
}

/** A person's decisions, oldest first; those that can be read. */
export async function decisionsOf(userId: number): Promise<Decision[]> {
  const read = await Promise.all((await keptOf(userId)).map(readForm))
  return read.filter((decision) => decision !== undefined).sort((a, b) => a.decided_at.localeCompare(b.decided_at))
}

async function keptOf(userId: number): Promise<Kept[]> {
  const kept = await entries<string, Kept>(store)
  return kept.map(([, decision]) => decision).filter(({ user_id }) => user_id === userId)
}

/** How many wait on this device, whosever they are: for who is not signed in, and so cannot read them. */
export async function waitingHere(): Promise<number> {
  const kept = await entries<string, Kept>(store)
  return kept.filter(([, { state }]) => state === 'waiting').length
}

/** Of the one under this key, if it is still there: the name it is kept by, and what is kept. */
const findKept = async (key: string): Promise<[string, Kept] | undefined> =>
  (await entries<string, Kept>(store)).find(([, kept]) => kept.key === key)

/** Under its key, and where it was kept before there could be two about the same. Its photo goes when no other needs it. */
export async function discard({ key }: Pick<Decision, 'key'>): Promise<void> {
  const all = await entries<string, Kept>(store)
  for (const [name, kept] of all) {
    if (kept.key !== key) continue
    await del(name, store)
    const shared = all.some(([, other]) => other.key !== key && other.photo === kept.photo)
    if (kept.photo && !shared) await forgetPhoto(kept.photo)
  }
}

/** Not any more once it was taken back, put in other words, or settled from elsewhere. */
export async function stillWaits({ key }: Pick<Decision, 'key'>): Promise<boolean> {
  const [, kept] = (await findKept(key)) ?? []
  return kept?.state === 'waiting'
}

/** A page that was closed between the two may have kept a photo without its decision, or left one when that was sent. */
const STRAY_MS = 3_600_000

/** Clears away the photos that no decision speaks of. */
export async function forgetStrayPhotos(now = Date.now()): Promise<void> {
  const wanted = new Set((await entries<string, Kept>(store)).map(([, { photo }]) => photo))
  for (const { key, kept_at } of await keptPhotos())
    if (!wanted.has(key) && now - kept_at > STRAY_MS) await forgetPhoto(key)
}

/** In place of one that is kept, in one step: at no moment do both wait or neither. False where it waits no more. */
async function replaceWaiting(decision: Decision, again: Decision): Promise<boolean> {
  const [name] = (await findKept(decision.key)) ?? []
  if (name === undefined) return false
  const next = await keptForm(again)
  return store('readwrite', async (kept) => {
    const now = await promisifyRequest<Kept | undefined>(kept.get(name))
    const waits = now?.key === decision.key && now.state === 'waiting'
    if (waits) {
      kept.put(next, slot(again))
      kept.delete(name)
    }
    await promisifyRequest(kept.transaction)
    return waits
  })
}

/**
 * Says one that waits in other words. False where it was settled meanwhile: it is not said twice. The first words may be with the server,
 * whose answer was lost: it is told instead of which these are, and takes one of the two.
 */
export function reword(decision: Decision, body: unknown): Promise<boolean> {
  return replaceWaiting(decision, { ...decision, body, key: newKey(), instead_of: keysOf(decision) })
}

/** All keys under which it was said. */
export const keysOf = ({ key, instead_of = [] }: Pick<Decision, 'key' | 'instead_of'>) => [...instead_of, key]

/**
 * Sends one again that was not taken; or with `more` to say, of what counts once however often it is said. Under a key of its own: the
 * old key's answer is the refusal, or may be on its way. What was refused may have been taken before, when its answer was lost.
 */
export async function retry(decision: Decision, body: unknown = decision.body, more = false): Promise<void> {
  const instead_of = decision.state === 'refused' && !more ? keysOf(decision) : []
  const fresh = { key: newKey(), state: 'waiting', message: null, answer: null } as const
  const again: Decision = { ...decision, ...fresh, instead_of, body }
  await set(slot(again), await keptForm(again), store)
  await discard(decision)
}

export async function forget(userId: number): Promise<void> {
  for (const kept of await keptOf(userId)) await discard(kept)
}

/** So many without an answer, one after the other, say that there is no server to be reached. */
const SILENT_ENOUGH = 2
/** How often each was tried in vain since this page was opened: what failed before lets the others go first. */
const failures = new Map<string, number>()
const failuresOf = ({ key }: Decision) => failures.get(key) ?? 0

/**
 * Sends what waits, one after the other, in one tab at a time; one that fails holds up none of the others. Resolves to what
 * went through; `again` is true when some still wait and are to be tried later.
 */
export async function sendWaiting(userId: number, send: Send): Promise<{ sent: Decision[]; again: boolean }> {
  return alone(async () => {
    const sent: Decision[] = []
    let silent = 0
    let again = false
    const waiting = (await decisionsOf(userId)).filter(({ state }) => state === 'waiting')
    // What people said goes before their photos, which take long on a slow network.
    const order = (a: Decision, b: Decision) => Number(!!a.photo) - Number(!!b.photo) || failuresOf(a) - failuresOf(b)
    for (const decision of waiting.sort(order)) {
      const outcome = await trySending(decision, send)
      if (outcome.kind === 'signed_out') return { sent, again: false }
      if (outcome.kind === 'done') sent.push({ ...decision, answer: outcome.answer })
      if (outcome.kind !== 'unreached' && outcome.kind !== 'later') continue
      again = true
      failures.set(decision.key, failuresOf(decision) + 1)
      if (outcome.kind === 'unreached') silent++
      if (silent === SILENT_ENOUGH) break
    }
    return { sent, again }
  })
}

/** What breaks while it is sent, or cannot be written down after, is this one's trouble. */
async function trySending(decision: Decision, send: Send): Promise<Outcome> {
  try {
    // It may have waited long for those before it.
    if (!(await stillWaits(decision))) return { kind: 'taken_back' }
    const outcome = await send(decision)
    if (outcome.kind === 'done' || outcome.kind === 'conflict' || outcome.kind === 'refused')
      await settle(decision, outcome)
    return outcome
  } catch {
    return { kind: 'later' }
  }
}

type Settled = Extract<Outcome, { kind: 'done' | 'conflict' | 'refused' }>

async function settle(decision: Decision, outcome: Settled) {
  if (outcome.kind === 'done') {
    await discard(decision)
    const others = (await keptOf(decision.user_id)).filter(({ instead_of }) => instead_of?.includes(decision.key))
    for (const other of others) await discard(other)
    return
  }
  const answer = outcome.kind === 'conflict' ? outcome.answer : null
  const settled = await keptForm({ ...decision, state: outcome.kind, message: outcome.message, answer })
  // Signed out or discarded while it was under way: it must not come back.
  const [name] = (await findKept(decision.key)) ?? []
  if (name !== undefined) await set(name, settled, store)
}

let before: Promise<unknown> = Promise.resolve()

/** One sending at a time in this tab, and in one tab at a time where the browser offers locks, which is over TLS only. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const mine = before.then(() => (navigator.locks ? (navigator.locks.request(LOCK, work) as Promise<T>) : work()))
  before = mine.catch(() => {})
  return mine
}
