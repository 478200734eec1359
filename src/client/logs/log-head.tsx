import type { ReactNode } from 'react'
import { ByDay } from './by-day.tsx'
import { type LogName, LogTabs } from './log-tabs.tsx'
import css from './logs.module.css'

/** Above a log's list: the way to the others, and how much there was by day. */
export function LogHead({ name, children }: { name: LogName; children?: ReactNode }) {
  return (
    <div className={css.above}>
      <LogTabs current={name} />
      <ByDay name={name} />
      {children}
    </div>
  )
}
