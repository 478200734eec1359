import { atom } from 'jotai/vanilla'
import { forgetAllPrivate, keepPrivate, keptPrivate } from '../../kit/session/private.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'

/** A code that was scanned or typed on this device. */
export interface LastScan {
  code: string
  /** What it stood for; null when it was not known. */
  entity: 'pile' | 'card' | null
  /** What it is called, else the code. */
  title: string
  connector: number | null
  details: readonly string[]
  /** ISO. */
  at: string
}

const MOST = 8
const KEPT_SECONDS = 30 * 24 * 3600
const PREFIX = 'scans/'

/** By person: several may use one device. */
const lists = atom<Readonly<Record<number, readonly LastScan[]>>>({})

/** What the person who is signed in scanned last here, the newest first. */
export const lastScansAtom = atom((get): readonly LastScan[] => {
  const userId = get(personAtom)?.user.userId
  return userId === undefined ? [] : (get(lists)[userId] ?? keptPrivate<LastScan[]>(PREFIX + userId) ?? [])
})

export function noteScan(scan: LastScan) {
  const userId = store.get(personAtom)?.user.userId
  if (userId === undefined) return
  const before = store.get(lastScansAtom).filter(({ code }) => code !== scan.code)
  const list = [scan, ...before].slice(0, MOST)
  keepPrivate(PREFIX + userId, list, KEPT_SECONDS)
  store.set(lists, { ...store.get(lists), [userId]: list })
}

/** They tell where someone was: nobody else shall see them. */
export function forgetScans() {
  store.set(lists, {})
  forgetAllPrivate(PREFIX)
}
