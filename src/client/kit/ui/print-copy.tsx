import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './print-copy.module.css'

/** What the printer gets instead of the page, and nothing else. `className` may name a page of its own. */
export const PrintCopy = ({ className, children }: { className?: string | undefined; children: ReactNode }) =>
  createPortal(
    <div className={[css.copy, className].filter(Boolean).join(' ')} aria-hidden="true" data-print-copy>
      {children}
    </div>,
    document.body,
  )
