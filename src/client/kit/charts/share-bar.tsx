import type { ReactNode } from 'react'
import type { Tone } from '../../../shared/kit/fields.ts'
import css from './share-bar.module.css'

interface Props {
  /** Of the whole, 0 to 1. */
  share: number
  tone: Tone
  /** The same in words. */
  children: ReactNode
}

/** A part of a whole as a figure above a bar. */
export function ShareBar({ share, tone, children }: Props) {
  return (
    <span className={css.share}>
      <span>{children}</span>
      <span className={css.bar} aria-hidden="true">
        {share > 0 && <i style={{ width: `${Math.min(1, share) * 100}%`, background: `var(--${tone})` }} />}
      </span>
    </span>
  )
}
