import { Suspense } from 'react'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { lazy } from '../kit/ui/lazy.ts'

const WITHOUT_EFFECT = 'CommandWithoutEffect'

// The words of every command, and the declarations that say where they stand: few alarms are of a command.
const CommandWord = lazy(() => import('./command-word.tsx').then((module) => ({ default: module.CommandWord })))

/** What an alarm says; of a command that had no effect the command in words. */
export function AlarmMessage({ alarm: { code, message } }: { alarm: Pick<Alarm, 'code' | 'message'> }) {
  if (!message || code !== WITHOUT_EFFECT) return message
  return (
    <Suspense fallback={null}>
      <CommandWord name={message} />
    </Suspense>
  )
}
