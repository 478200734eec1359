import i18next from 'i18next'
import { atom } from 'jotai/vanilla'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { mustEnrol } from '../kit/api/client.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { onSessionEnd, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { haptic } from '../kit/ui/haptic.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { toast } from '../kit/ui/toast.ts'
import { askForSync, OUTBOX_CHANNEL, SEND_NOW } from './background-sync.ts'
import { forgetCopies } from './copies.ts'
import { askAnew, hear, heardAtom } from './heard.ts'
import {
  type Decision,
  decide,
  decisionsOf,
  discard,
  forget,
  forgetStrayPhotos,
  type Outcome,
  retry,
  reword,
  sendWaiting,
  standsIn,
  stillWaits,
} from './outbox.ts'
import { forgetPhoto } from './photos/kept-photos.ts'
import { callUnkept } from './unkept.ts'

/** What the person who is signed in decided and the server has not taken yet. */
export const decisionsAtom = atom<Decision[]>([])
/** True while decisions are on their way. */
export const sendingAtom = atom(false)

/** A call that may wait, and the entities that it changes. */
interface Deferred {
  endpoint: Endpoint
  changes: readonly string[]
}

/** The pause after a try that failed: doubled each time. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 300_000
const calls = new Map<string, Deferred>()
/** Brings what declares them. Most pages are opened while nothing waits, and are sooner there without. */
let declare = async () => {}
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(OUTBOX_CHANNEL)
let again: ReturnType<typeof setTimeout> | undefined
/** What was taken back here: one that was on its way by then may have been taken, which is said. */
const takenBack = new Set<string>()
/** The same of what was put in other words here: then the old ones stand. */
const reworded = new Set<string>()
/** Tries in a row after which something still waited. */
let inVain = 0
let underway: Promise<void> | null = null
let onceMore = false

const person = () => store.get(personAtom)?.user.userId ?? null

/** Declares a call that may wait in the outbox for the network. */
export function deferrable(endpoint: Endpoint, changes: readonly string[]) {
  calls.set(endpoint.path, { endpoint, changes })
}

/** The calls are declared by `load` as soon as one of them is asked for. */
export function declaredBy(load: () => Promise<void>) {
  let once: Promise<void> | undefined
  declare = () => {
    once ??= load().catch((error) => {
      once = undefined
      throw error
    })
    return once
  }
}

async function show() {
  const userId = person()
  const waiting = userId === null ? [] : await decisionsOf(userId)
  // Whatever shows records looks at them anew: mostly nothing waits, as before.
  if (waiting.length > 0 || store.get(decisionsAtom).length > 0) store.set(decisionsAtom, waiting)
}

/** `sent` is what the server took: a tab that shows its records asks for them as this one does. */
function tell(sent: readonly Decision[] = []) {
  tabs?.postMessage(sent)
  return show()
}

const changesOf = ({ path }: Decision) => calls.get(path)?.changes ?? []

/** The server took it, by whomever it was sent. */
function heard(decision: Decision) {
  hear(decision, changesOf(decision))
  if (takenBack.delete(decision.key)) toast(i18next.t('outbox.too_late', { ns: 'offline' }))
  if (reworded.delete(decision.key)) tellOldWords()
  for (const key of decision.instead_of ?? []) reworded.delete(key)
}

/** The server has it in the words of before, of which no answer came. */
function standsAlready(decision: Decision, answer: unknown): Outcome {
  takenBack.delete(decision.key)
  for (const key of decision.instead_of ?? []) reworded.delete(key)
  tellOldWords()
  return { kind: 'done', answer }
}

const tellOldWords = () => toast(i18next.t('outbox.old_words', { ns: 'offline' }))

/** Another tab or the worker sent them. */
async function heardFrom(sent: readonly Decision[]) {
  if (sent.length > 0) await declare().catch(() => {})
  for (const decision of sent) heard(decision)
  await show()
  askAnew(sent.flatMap(changesOf))
}

/** Sends the photo of a decision. That takes long, and false is that the decision was taken back meanwhile. */
async function isPhotoThere(decision: Decision, photo: string): Promise<boolean> {
  const { sendPhoto } = await loaded(() => import('./photos/send-photo.ts'))
  await sendPhoto(photo, () => stillWaits(decision))
  return stillWaits(decision)
}

/** A 409 that carries a record is someone who was faster; without one it is this very decision, still being acted on. */
async function send(decision: Decision): Promise<Outcome> {
  try {
    await declare()
    const deferred = calls.get(decision.path)
    if (!deferred) return { kind: 'later' }
    if (decision.photo && !(await isPhotoThere(decision, decision.photo))) return { kind: 'taken_back' }
    const { key, instead_of: insteadOf } = decision
    const answer = await call(deferred.endpoint, decision.body as never, { key, insteadOf })
    heard({ ...decision, answer })
    return { kind: 'done', answer }
  } catch (error) {
    const { kind, code, message, data } = asFailure(error)
    if (kind === 'refused' && (code === 401 || mustEnrol(data))) return { kind: 'signed_out' }
    if (code === 409 && standsIn(data)) return standsAlready(decision, data.stands)
    if (code === 409) return data ? { kind: 'conflict', message, answer: data } : { kind: 'later' }
    if (kind === 'silent' || code === 429) return { kind: 'unreached' }
    if (kind !== 'refused' || code >= 500) return { kind: 'later' }
    return { kind: 'refused', message }
  }
}

/** Sends what waits now; what does not reach the server is tried again by itself, after pauses that grow. */
export function sendNow(): Promise<void> {
  onceMore = underway !== null
  underway ??= sendAll().finally(() => {
    underway = null
  })
  return underway
}

async function sendAll() {
  do {
    onceMore = false
    await sendOnce()
  } while (onceMore)
}

async function sendOnce() {
  const userId = person()
  clearTimeout(again)
  // A page that was just opened tells what was said before any of it has arrived, which may take long.
  await show()
  if (userId === null || !navigator.onLine) return
  store.set(sendingAtom, true)
  const { sent, again: later } = await sendWaiting(userId, send)
  store.set(sendingAtom, false)
  await tell(sent)
  askAnew(sent.flatMap(changesOf))
  inVain = later && sent.length === 0 ? inVain + 1 : 0
  if (!later) return
  again = setTimeout(sendNow, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** inVain))
  void askForSync()
}

/** The network or the server is there again: no pause is waited for. */
export function sendAtOnce() {
  inVain = 0
  void sendNow()
}

/** There was no room to keep a decision, and no network to send it. */
export class NotKept extends Error {}

/**
 * Takes a decision: kept first, then sent; one that meets no network waits. Resolves once it is durable, here or on the
 * server; rejects with `NotKept` or with what the server said when it is neither.
 */
export async function decideAbout<B>(
  about: Pick<Decision, 'subject' | 'label' | 'decided_at' | 'photo'>,
  endpoint: Endpoint,
  body: B,
) {
  const userId = person()
  if (userId === null) throw new NotKept()
  const decision = { ...about, user_id: userId, path: endpoint.path, body }
  if (!(await isKept(userId, () => decide(decision)))) return sendUnkept(endpoint, decision)
  await goOn()
}

/** A page that goes on meanwhile does not wait for the network. */
async function goOn() {
  haptic()
  await tell()
  void askForSync()
  void sendNow()
}

/** On a full device last copies make room: the server gives them again, what a person said nobody does. */
const withRoom = <T>(userId: number, keep: () => Promise<T>): Promise<T> =>
  keep().catch(() => forgetCopies(userId).then(keep))

const isKept = (userId: number, keep: () => Promise<unknown>): Promise<boolean> =>
  withRoom(userId, keep).then(
    () => true,
    () => false,
  )

async function sendUnkept(endpoint: Endpoint, decision: Pick<Decision, 'user_id' | 'subject' | 'body' | 'photo'>) {
  const { photo } = decision
  if (photo) await forgetPhoto(photo)
  if (!navigator.onLine || photo) throw new NotKept()
  if ((await callUnkept(endpoint, decision)) === 'old') tellOldWords()
  haptic()
  await declare().catch(() => {})
  for (const entity of calls.get(endpoint.path)?.changes ?? []) void invalidate(entity)
}

/** What was not taken yet, with more to say: as durable as a decision, and as `decideAbout` where it is not. */
export async function sayMoreOf(decision: Decision, endpoint: Endpoint, body: unknown) {
  if (!(await isKept(decision.user_id, () => retry(decision, body, true))))
    return sendUnkept(endpoint, { ...decision, body })
  await goOn()
}

/**
 * One that waits, in other words. One that was on its way already stands as it was, which is said. Rejects with `NotKept` where there was no
 * room for them: then it waits as it was.
 */
export async function sayOtherwise(decision: Decision, body: unknown) {
  reworded.add(decision.key)
  const replaced = await withRoom(decision.user_id, () => reword(decision, body)).catch(() => {
    reworded.delete(decision.key)
    throw new NotKept()
  })
  if (!replaced && reworded.delete(decision.key)) tellOldWords()
  await tell()
  await sendNow()
}

export async function sendAgain(decision: Decision, body: unknown = decision.body) {
  await retry(decision, body)
  await tell()
  await sendNow()
}

export async function drop(decision: Decision) {
  if (decision.state === 'waiting') takenBack.add(decision.key)
  await discard(decision)
  await tell()
}

/** Anyone who signs out leaves nothing behind: the phone may be the next one's. A session that ended by itself keeps all. */
function forgetOnSignOut() {
  let last = person()
  store.sub(personAtom, () => {
    last = person() ?? last
  })
  onSessionEnd(async (why) => {
    if (why !== 'signed_out' || last === null) return
    store.set(heardAtom, [])
    await Promise.all([forget(last), forgetCopies(last)])
    await tell()
  })
}

/** Sends what waits whenever there is reason to think that it can be sent. */
export function startSending() {
  forgetOnSignOut()
  // Without storage there are none.
  void forgetStrayPhotos().catch(() => {})
  // A worker of the version before says nothing of what it sent.
  tabs?.addEventListener('message', ({ data }) => void heardFrom(data ?? []))
  addEventListener('online', sendAtOnce)
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data === SEND_NOW && sendAtOnce())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && store.get(decisionsAtom).length > 0) sendAtOnce()
  })
  store.sub(personAtom, () => void sendNow())
  void sendNow()
}
