import { ownList } from '../../kit/session/own-list.ts'
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

/** What the person who is signed in scanned last here, the newest first. */
const { listAtom, put } = ownList<LastScan>('scans')
export const lastScansAtom = listAtom

export const noteScan = (scan: LastScan) =>
  put([scan, ...store.get(lastScansAtom).filter(({ code }) => code !== scan.code)])
