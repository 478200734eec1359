import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { useHome } from '../../kit/session/homes.ts'
import { openScanner } from '../../kit/session/overlays.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { landingAtom } from '../menu/use-menu.ts'
import { keptStart, type Start } from './start-with.ts'

/** What opens from the home screen: what a shortcut names, else what was chosen on this device. */
export function StartPage({ at = keptStart() }: { at?: Start }) {
  const landing = useAtomValue(landingAtom)
  const alarms = useHome('alarm')
  useEffect(() => {
    if (at === 'scan') openScanner()
  }, [at])
  return <Navigate to={at === 'alarms' && alarms ? alarms : landing} replace />
}
