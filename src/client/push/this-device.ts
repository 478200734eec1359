import { allowPush, removePush } from '../../shared/endpoints/push.ts'
import { call } from '../kit/api/call.ts'
import { bytesOf } from '../kit/session/base64.ts'
import { isApple, isInstalled } from '../kit/session/device.ts'
import { forget, keep, kept } from '../kit/session/kept.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'

/** Why this browser cannot be told of anything now. */
export type WhyNot = 'ios' | 'no_worker' | 'unable' | 'denied'

/** The browser's push service was not reached, or the browser refuses to use it. */
export class NoService extends Error {}

/** Who allowed it on this device: nobody else is told of anything here. */
const OF = 'push_of'

const me = () => store.get(personAtom)?.user.userId ?? null

export function whyNot(): WhyNot | null {
  // An iPhone's browsers tell of nothing before the console is on the home screen.
  if (isApple() && !isInstalled()) return 'ios'
  if (!('serviceWorker' in navigator)) return 'no_worker'
  if (!('PushManager' in window) || !('Notification' in window)) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : null
}

const registration = async () => (await navigator.serviceWorker?.getRegistration()) ?? null

/** The browser's subscription, if this person allowed it here. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  if (whyNot() !== null || Notification.permission !== 'granted' || kept(OF) !== me()) return null
  return (await (await registration())?.pushManager.getSubscription()) ?? null
}

const boundTo = (key: string) => bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'))

function isBoundTo({ options }: PushSubscription, key: string): boolean {
  const bound = options.applicationServerKey
  return bound !== null && String(new Uint8Array(bound)) === String(boundTo(key))
}

async function tell(subscription: PushSubscription, again: boolean) {
  const { endpoint = '', keys } = subscription.toJSON()
  return call(allowPush, { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '', again })
}

async function subscribed(key: string): Promise<PushSubscription> {
  const worker = await navigator.serviceWorker.ready
  const before = await worker.pushManager.getSubscription()
  if (before && !isBoundTo(before, key)) await before.unsubscribe()
  const asked = worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: boundTo(key) })
  return asked.catch((error: Error) => {
    throw error.name === 'NotAllowedError' ? error : new NoService(error.message)
  })
}

/** Asks the person, by the browser; false where they do not allow it. Only ever after a press. */
export async function allowHere(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const subscription = await subscribed(key)
  keep(OF, me())
  await tell(subscription, false)
  return true
}

/** This device is told of nothing more. */
export async function stopHere(id: number | null): Promise<void> {
  if (id !== null) await call(removePush, { id })
  await leave()
}

async function leave() {
  forget(OF)
  const worker = await registration()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}

/**
 * At each start of the console: the server hears that the device is still there, and with which sign-in. What was removed from elsewhere,
 * or was another person's, ends here too; what another key of the server was for is made anew.
 */
export async function renewHere(): Promise<void> {
  if (me() === null || whyNot() !== null || Notification.permission !== 'granted') return
  const there = await (await registration())?.pushManager?.getSubscription()
  if (!there) return
  if (kept(OF) !== me()) return leave()
  const { id, key } = await tell(there, true)
  if (id === null) return leave()
  if (!isBoundTo(there, key)) await tell(await subscribed(key), false)
}

/** A phone may be the next person's: no notification stays, no number on the app, and nothing more comes. */
export async function forgetHere() {
  void navigator.clearAppBadge?.().catch(() => {})
  const worker = await registration()
  for (const shown of (await worker?.getNotifications?.()) ?? []) shown.close()
  await leave()
}
