import { createStore, get, set } from 'idb-keyval'
import type { PushAction, PushPayload } from '../../shared/domain/push.ts'
import { actOnAlarm, alarmView, handleAlarm } from '../../shared/endpoints/alarms.ts'
import { allowPush } from '../../shared/endpoints/push.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import type { Page } from '../../shared/kit/endpoint.ts'
import { OPEN_PATH, PUSH_ARRIVED, type PushNews } from './background-sync.ts'
import type { Outcome, Taken } from './outbox.ts'
import { answerHere, askHere, keepHere } from './sync-worker.ts'

/** A notification that shows, or is to. The DOM's own type lacks what a worker may say of one. */
interface Shown {
  readonly tag: string
  readonly title: string
  readonly data: unknown
  close: () => void
}

/** What of the worker's scope is used here. */
export interface PushScope {
  registration: {
    showNotification: (title: string, options: object) => Promise<void>
    getNotifications: (of?: { tag: string }) => Promise<Shown[]>
  }
  clients: {
    matchAll: (of: {
      type: 'window'
    }) => Promise<{ postMessage: (news: PushNews) => void; focus: () => Promise<unknown> }[]>
    openWindow: (path: string) => Promise<unknown>
  }
  navigator: { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  /** What the console's cookie holds. */
  readCookie: () => Promise<string | null>
  /** Has the browser wake the worker when there is a network. */
  askForSync: () => Promise<void>
  /** What waits has changed: open pages look at it anew. */
  tellPages: () => void
}

/** What a notification knows of itself. */
interface NotificationData extends PushPayload {
  /** What became of an answer. */
  line?: string
  /** Its person answered on it, and it waits to be sent. */
  waits?: PushAction
}

const ICON = '/icon-192.png'
const store = createStore('chargedeck-push', 'shown')
const SHOWN = 'shown'
const MOST_SHOWN = 50

/** A server that was killed in the middle sends a message again. */
async function isFirst(id: number): Promise<boolean> {
  try {
    const before = (await get<number[]>(SHOWN, store)) ?? []
    if (before.includes(id)) return false
    await set(SHOWN, [id, ...before].slice(0, MOST_SHOWN), store)
  } catch {
    // Without storage it may show twice, in the same place.
  }
  return true
}

const optionsOf = (data: NotificationData, silent: boolean) => ({
  body: [data.line, data.body].filter(Boolean).join('\n'),
  ...{ tag: data.tag, lang: data.language, icon: ICON, badge: ICON, data, silent },
  actions: data.actions,
  renotify: !silent,
  requireInteraction: data.urgent,
  timestamp: Date.now(),
})

/** Shows what a message says, in the place of what was told of the same before. */
export async function showPush(payload: PushPayload, scope: PushScope): Promise<void> {
  const { registration } = scope
  await showBadge(payload.badge, scope)
  if (!(await isFirst(payload.id)) && !payload.must_show) return
  const quiet = payload.why === 'taken' || payload.why === 'over'
  const before = quiet ? await registration.getNotifications({ tag: payload.tag }) : []
  if (quiet && !payload.must_show && (payload.why === 'over' || before.length === 0))
    return void before.map((one) => one.close())
  await registration.showNotification(payload.title, optionsOf(payload, quiet))
  if (payload.why === 'test') await tellArrived(payload.id, scope)
  await keepCase(payload, scope).catch(() => {})
}

/** Where the message came there is a network, and where it is read there may be none. */
async function keepCase({ why, alarm_id: id, user_id }: PushPayload, { readCookie }: PushScope) {
  if (id !== undefined && why !== 'over') await keepHere(readCookie, user_id, { endpoint: alarmView, body: { id } })
}

async function tellArrived(id: number, { clients }: PushScope) {
  for (const page of await clients.matchAll({ type: 'window' })) page.postMessage({ type: PUSH_ARRIVED, id })
}

async function showBadge(count: number, { navigator }: PushScope) {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  await shown?.catch(() => {})
}

/** A press opens what it is about, in a window that is open if there is one; a press on an answer gives that answer. */
export async function pressed(notification: Shown, action: string, scope: PushScope): Promise<void> {
  const data = notification.data as NotificationData
  const answer = data.actions.find((offered) => offered.action === action)?.action
  if (answer && data.alarm_id !== undefined) return await answered(data, answer, scope)
  notification.close()
  const [page] = await scope.clients.matchAll({ type: 'window' })
  if (!page) return void (await scope.clients.openWindow(data.path))
  page.postMessage({ type: OPEN_PATH, path: data.path })
  // A browser may keep the window where it is.
  await page.focus().catch(() => {})
}

function takenFrom({ alarm_id, user_id, label = '' }: NotificationData, answer: PushAction): Taken {
  const decided_at = new Date().toISOString()
  const about = { user_id, subject: `alarm:${alarm_id}`, label, decided_at }
  if (answer === 'processed')
    return { ...about, path: handleAlarm.path, body: { id: alarm_id, status: answer, handled_at: decided_at } }
  return { ...about, path: actOnAlarm.path, body: { id: alarm_id, act: answer, said_at: decided_at } }
}

async function answered(data: NotificationData, answer: PushAction, scope: PushScope) {
  const taken = takenFrom(data, answer)
  const outcome = await answerHere(scope.readCookie, taken, data.language)
  if (outcome.kind === 'unreached' || outcome.kind === 'later') await scope.askForSync()
  scope.tellPages()
  await sayBecame(data, { answer, outcome }, scope)
}

interface BecameOf {
  answer: PushAction
  outcome: Outcome
}

/** Says on the notification what became of an answer. */
async function sayBecame(data: NotificationData, { answer, outcome }: BecameOf, scope: PushScope): Promise<void> {
  const { waits: _, ...told } = data
  const waits = outcome.kind !== 'done' && outcome.kind !== 'conflict' && outcome.kind !== 'refused'
  // Who is on the way can still say that it is done.
  const left =
    outcome.kind === 'done' && answer === 'on_my_way' ? data.actions.filter(({ action }) => action !== answer) : []
  const line = wordsOf(data, { answer, outcome })
  const next: NotificationData = { ...told, line, actions: left, urgent: false, ...(waits && { waits: answer }) }
  await scope.registration.showNotification(data.title, optionsOf(next, true))
  if (outcome.kind === 'done') await countAnew(data.user_id, scope)
}

function wordsOf({ said }: NotificationData, { answer, outcome }: BecameOf): string {
  if (outcome.kind === 'done') return said?.done[answer] ?? ''
  if (outcome.kind === 'conflict') return outcome.message
  if (outcome.kind === 'refused') return said?.refused ?? ''
  return (outcome.kind === 'signed_out' ? said?.signed_out : said?.kept) ?? ''
}

/** How many cases are its person's own, for the badge. */
async function countAnew(user_id: number, scope: PushScope) {
  const body = { assignee_id: [user_id], status: ['open'], page_num: 1, page_size: 10 }
  const page = (await askHere(scope.readCookie, {
    method: 'POST',
    path: `${alarm.path}/index`,
    body,
  })) as Page<unknown> | null
  if (page) await showBadge(page.total, scope)
}

/** What waits on notifications: in which language they speak, and how they are told what became of it. */
export async function waitingOn(scope: PushScope) {
  const shown = (await scope.registration.getNotifications?.()) ?? []
  const waiting = shown.map(({ data }) => data as NotificationData | null).filter((data) => data?.waits !== undefined)
  return {
    language: waiting[0]?.language,
    async settled(subject: string, outcome: Outcome) {
      const data = waiting.find((one) => `alarm:${one?.alarm_id}` === subject)
      if (data?.waits) await sayBecame(data, { answer: data.waits, outcome }, scope)
    },
  }
}

/** The browser gave itself another address: the server is told, or nobody hears of anything until the console is opened. */
export async function subscriptionChanged(
  next: PushSubscriptionJSON | undefined,
  { readCookie }: PushScope,
): Promise<void> {
  const { endpoint, keys } = next ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return
  const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth }
  await askHere(readCookie, { method: allowPush.method, path: allowPush.path, body })
}
