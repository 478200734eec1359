import { atom } from 'jotai/vanilla'
import { store } from '../session/store.ts'

export type ToastTone = 'success' | 'error' | 'info'
export interface Toast {
  id: number
  tone: ToastTone
  text: string
  title?: string
  /** What can still be done about it: undo. */
  action?: ToastAction
}
export interface ToastAction {
  label: string
  onPress: () => void
}

const SHOWN_MS = 4_000
const ERROR_SHOWN_MS = 7_000
/** Long enough to see that it was the wrong one. */
const ACTION_SHOWN_MS = 10_000
const MOST = 3
let next = 1

export const toastsAtom = atom<Toast[]>([])
export const dropToasts = () => store.set(toastsAtom, [])
export const dismissToast = (id: number) => store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))

/** Says something for some seconds without taking the focus. The same text does not pile up. */
export function toast(text: string, { tone = 'info', title, action }: Partial<Omit<Toast, 'id' | 'text'>> = {}) {
  const id = next++
  const shown = { id, tone, text, ...(title && { title }), ...(action && { action }) }
  store.set(toastsAtom, (toasts) => [...toasts.filter((other) => other.text !== text), shown].slice(-MOST))
  setTimeout(() => dismissToast(id), action ? ACTION_SHOWN_MS : tone === 'error' ? ERROR_SHOWN_MS : SHOWN_MS)
}
