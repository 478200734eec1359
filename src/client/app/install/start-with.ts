import { keep, kept } from '../../kit/session/kept.ts'

/** Where the console opens from the home screen: a choice of this device. */
export const STARTS = ['home', 'alarms', 'scan'] as const
export type Start = (typeof STARTS)[number]

const KEY = 'start_with'

export const keepStart = (start: Start) => keep(KEY, start)

export function keptStart(): Start {
  const chosen = kept<Start>(KEY)
  return chosen && STARTS.includes(chosen) ? chosen : 'home'
}

/** The manifest's addresses: the icon's own, and those of its shortcuts. */
export const START = '/start'
export const startPath = (start: Start) => `${START}/${start}`
