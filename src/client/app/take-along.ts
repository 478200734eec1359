import { atom } from 'jotai/vanilla'
import { sealing, sealingAtom } from '../kit/session/sealing.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { keepCopy, readCopy } from '../offline/copies.ts'
import { Full, type Taken, Taking } from './taking.ts'
import { takeAlarms, takeEverything, takeNewCases } from './what-is-taken.ts'

/** After what changed has settled. */
const SOON_MS = 3_000
const EVERY_MS = 30 * 60_000
const ALARMS_EVERY_MS = 5 * 60_000
const NOTE = 'taken along'

const MEGABYTE = 1_000_000
/** Ten sites with their piles and the open alarms take about a megabyte: room for five times as much, and a phone has a hundred for a page. */
const BUDGET = 5 * MEGABYTE
/** Of anyone who saves data: the open alarms and the site where they were last. */
const SAVING_BUDGET = MEGABYTE / 2

const isSaving = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matchMedia('(prefers-reduced-data: reduce)').matches

const person = () => store.get(personAtom)?.user.userId ?? null

/** What is on this device for a time without a network. */
export interface TakenAlong extends Taken {
  budget: number
  /** When it was fetched, ISO. */
  at: string
}

let underway = false

/** What is there without a network; null when nothing ever was taken. */
export const takenAlongAtom = atom<TakenAlong | null>(null)

async function readNote(userId: number) {
  const note = await readCopy<Omit<TakenAlong, 'at'> | null>(userId, NOTE)
  store.set(takenAlongAtom, note?.data ? { ...note.data, at: note.at } : null)
  return note?.data ? Date.parse(note.at) : 0
}

/** One at a time, and only where the console itself opens without a network. */
async function take(work: (userId: number) => Promise<void>) {
  const userId = person()
  if (underway || userId === null || sealing() === 'locked') return
  underway = true
  try {
    await work(userId)
  } catch {
    // The network went, a right was taken away, or another person signed in: next time.
  } finally {
    underway = false
  }
}

const isAble = () => navigator.onLine && Boolean(navigator.serviceWorker?.controller)

/** Not what was taken a short while ago. */
const takeIfDue = () =>
  take(async (userId) => {
    const before = await readNote(userId)
    // A clock that was put back is no reason to take nothing for as long.
    if (!isAble() || (Date.now() >= before && Date.now() - before < EVERY_MS)) return
    const budget = isSaving() ? SAVING_BUDGET : BUDGET
    const taking = new Taking(userId, budget)
    await takeEverything(taking).catch((error) => {
      if (!(error instanceof Full)) throw error
    })
    await keepCopy(userId, NOTE, { ...taking.taken, budget })
    await readNote(userId)
  })

/** New alarms come in all the time, while the rest stays as it is. Their cases take what the rest left of the budget. */
const takeNewAlarms = () =>
  take(async (userId) => {
    if (!isAble() || isSaving() || document.visibilityState !== 'visible') return
    const rows = await takeAlarms(new Taking(userId, BUDGET))
    const left = BUDGET - (store.get(takenAlongAtom)?.bytes ?? 0)
    await takeNewCases(new Taking(userId, left), rows)
  })

/** Fetches what someone needs on a site without a network before they are there, and again every half hour. */
export function startTakingAlong() {
  let due: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(due)
    due = setTimeout(takeIfDue, SOON_MS)
  }
  store.sub(sealingAtom, soon)
  store.sub(personAtom, soon)
  navigator.serviceWorker?.addEventListener('controllerchange', soon)
  addEventListener('online', soon)
  setInterval(soon, EVERY_MS)
  setInterval(takeNewAlarms, ALARMS_EVERY_MS)
  void takeIfDue()
}
