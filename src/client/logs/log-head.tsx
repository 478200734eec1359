import type { ReactNode } from 'react'
import { ByDay } from './by-day.tsx'
import { LogFaces, type LogName } from './log-faces.tsx'
import css from './logs.module.css'

/** Above a log's list: the way to the others, and how much there was by day. */
export function LogHead({ name, children }: { name: LogName; children?: ReactNode }) {
  return (
    <div className={css.above}>
      <LogFaces current={name} />
      <ByDay name={name} />
      {children}
    </div>
  )
}
