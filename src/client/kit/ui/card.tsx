import type { ReactNode } from 'react'
import css from './card.module.css'

interface Props {
  /** A heading of the second level. */
  title?: ReactNode
  /** Beside the heading, on the right. */
  aside?: ReactNode
  /** Without padding, for tables and lists that reach the border. */
  flush?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, aside, flush, className, children }: Props) {
  return (
    <section className={[css.card, !flush && css.padded, className].filter(Boolean).join(' ')}>
      {(title || aside) && (
        <div className={css.head}>
          <h2 className={css.title}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
