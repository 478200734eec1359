import { type ReactNode, Suspense } from 'react'
import css from './card.module.css'
import { Skeleton } from './states.tsx'

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

/** Parts of a page. What one of them waits for hides no other: a page that is read or typed in does not blink. */
export function Card({ title, aside, flush, className, children }: Props) {
  return (
    <section className={[css.card, !flush && css.padded, className].filter(Boolean).join(' ')}>
      {(title || aside) && (
        <div className={css.head}>
          <h2 className={css.title}>{title}</h2>
          <Suspense fallback={null}>{aside}</Suspense>
        </div>
      )}
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </section>
  )
}
