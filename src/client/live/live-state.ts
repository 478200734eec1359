import { atom } from 'jotai/vanilla'

/** `offline`: the device has no network; `ended`: nobody is signed in any more. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'ended'

/** Whether what the screens show is live. */
export const liveStateAtom = atom<LiveState>('connecting')
