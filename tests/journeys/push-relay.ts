import type { CDPSession } from 'playwright-core'
import { expect } from 'vitest'
import { SYNC_TAG } from '../../src/client/offline/background-sync.ts'
import type { PushPayload } from '../../src/shared/domain/push.ts'
import { allowPush } from '../../src/shared/endpoints/push.ts'
import { next } from '../make.ts'
import { type DevicePair, decrypt, makeDeviceKeys, type PushService } from '../setup/push-service.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import type { Desk } from './console.ts'

/**
 * The way from the push service into the browser. A browser's own service is not reached without a network, so it is the test's:
 * what the server sends there, encrypted, is decrypted as the browser would and handed to the worker by the browser itself.
 */
export class PushRelay {
  readonly device: DevicePair = makeDeviceKeys()
  readonly path = `/send/${next()}`
  readonly #desk: Desk
  readonly #service: PushService
  readonly #server: TestServer
  #cdp: CDPSession | null = null
  #registration = ''
  #handed = 0

  constructor(desk: Desk, { service, server }: { service: PushService; server: TestServer }) {
    this.#desk = desk
    this.#service = service
    this.#server = server
  }

  get endpoint(): string {
    return this.#service.url + this.path
  }

  /** The server is told of this browser, as if its person had allowed it. */
  async allowed(person: SignedIn): Promise<void> {
    const given = { endpoint: this.endpoint, ...this.device.keys }
    expect((await this.#server.call(allowPush, given, { as: person })).code).toBe(200)
  }

  /** The page's browser subscribes at the test's service. Before its first page opens. */
  async subscribes(): Promise<void> {
    await this.#desk.context.addInitScript(
      ({ endpoint, keys }) => {
        const KEY = 'test_subscribed'
        const bytes = (text: string) =>
          Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
        const subscription = () => ({
          endpoint,
          options: { applicationServerKey: bytes(localStorage.getItem(KEY) ?? '').buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => void localStorage.removeItem(KEY),
        })
        Object.assign(PushManager.prototype, {
          getSubscription: async () => (localStorage.getItem(KEY) === null ? null : subscription()),
          subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
            localStorage.setItem(KEY, btoa(String.fromCharCode(...applicationServerKey)))
            return subscription()
          },
        })
      },
      { endpoint: this.endpoint, keys: this.device.keys },
    )
  }

  /** Every message that the server has sent to this device. */
  get sent(): PushPayload[] {
    const own = this.#service.pushed.filter(({ path }) => path === this.path)
    return own.map(({ body }) => JSON.parse(decrypt(body, this.device)) as PushPayload)
  }

  /** Waits until the server has sent so many in all, and hands over those that the worker has not got. */
  async deliver(count = 1): Promise<PushPayload> {
    await expect.poll(() => this.sent.length).toBeGreaterThanOrEqual(count)
    for (; this.#handed < count; this.#handed += 1) await this.hand(this.sent[this.#handed] as PushPayload)
    return this.sent[count - 1] as PushPayload
  }

  /** The browser wakes the worker with it. */
  async hand(payload: PushPayload): Promise<void> {
    const cdp = await this.#opened()
    const origin = this.#server.url
    await cdp.send('ServiceWorker.deliverPushMessage', {
      ...{ origin, registrationId: this.#registration, data: JSON.stringify(payload) },
    })
  }

  /** What the browser does once there is a network. */
  async sync(): Promise<void> {
    const cdp = await this.#opened()
    const event = { registrationId: this.#registration, tag: SYNC_TAG, lastChance: false }
    await cdp.send('ServiceWorker.dispatchSyncEvent', { origin: this.#server.url, ...event })
  }

  async #opened(): Promise<CDPSession> {
    if (this.#cdp) return this.#cdp
    const { context } = this.#desk
    const page = context.pages()[0] ?? (await context.newPage())
    const cdp = await context.newCDPSession(page)
    const ours = `${this.#server.url}/`
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }: { scopeURL: string }) => scopeURL === ours)
      if (found) this.#registration = found.registrationId
    })
    await cdp.send('ServiceWorker.enable')
    await expect.poll(() => this.#registration).not.toBe('')
    this.#cdp = cdp
    return cdp
  }
}

interface Shown {
  title: string
  body: string
  tag: string
  actions: string[]
}

const workerOf = async ({ context }: Desk) =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

/** The notifications that the device shows. */
export async function shownOn(desk: Desk): Promise<Shown[]> {
  const worker = await workerOf(desk)
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown = (await registration.getNotifications()) as (Notification & { actions?: { title: string }[] })[]
    return shown.map(({ title, body, tag, actions = [] }) => ({
      title,
      body,
      tag,
      actions: actions.map((one) => one.title),
    }))
  })
}

/** A press on a notification, or on one of its answers; resolves when the worker has done what it does. */
export async function press(desk: Desk, tag: string, action = ''): Promise<void> {
  const worker = await workerOf(desk)
  await worker.evaluate(
    async ([tag, action]) => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
      const [notification] = await registration.getNotifications({ tag: String(tag) })
      if (!notification) throw new Error(`no notification ${tag} shows`)
      const work: Promise<unknown>[] = []
      const waitUntil = (given: Promise<unknown>) => void work.push(given)
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action, waitUntil }))
      await Promise.all(work)
    },
    [tag, action] as const,
  )
}
