import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import { isApple, isInstalled } from '../../kit/session/device.ts'
import { keep, kept } from '../../kit/session/kept.ts'
import { store, useAtomValue } from '../../kit/session/store.ts'
import { decisionsAtom } from '../../offline/sending.ts'
import { pushOfferedAtom } from '../../push/follow-device.ts'
import { installAtom } from '../pwa.ts'
import { visits } from './visits.ts'

const HANDLED = 'handled_here'
const REFUSED = 'install_refused'

const refusedAtom = atom(kept<boolean>(REFUSED) === true)

/** Never again on this device. */
export function refuseInstall() {
  keep(REFUSED, true)
  store.set(refusedAtom, true)
}

/** `ask`: the browser asks; `steps`: the person does it by hand, as on an iPhone; null where it is installed or cannot be. */
export type InstallWay = { ask: () => Promise<void> } | 'steps' | null

export function useInstallWay(): InstallWay {
  const offered = useAtomValue(installAtom)
  if (isInstalled()) return null
  return offered ?? (isApple() ? 'steps' : null)
}

/** The way to install, once someone came back or handled an alarm here, and as long as they have not said no. One thing is offered at a time: push comes first. */
export function useInstallHint(): InstallWay {
  const way = useInstallWay()
  const refused = useAtomValue(refusedAtom)
  const isPushOffered = useAtomValue(pushOfferedAtom)
  const handles = useAtomValue(decisionsAtom).length > 0
  useEffect(() => {
    if (handles) keep(HANDLED, true)
  }, [handles])
  const knows = visits() >= 2 || handles || kept<boolean>(HANDLED) === true
  return knows && !refused && !isPushOffered ? way : null
}
