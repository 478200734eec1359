import type { ReactNode } from 'react'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './compared.module.css'

interface Props {
  title: string
  words: string
  /** A person should look. */
  odd: boolean
  children: ReactNode
}

/** What another came to, held against the bill: in words, and below the figures. */
export function Compared({ title, words, odd, children }: Props) {
  return (
    <Card title={title}>
      <div className={css.body}>
        {odd ? (
          <Banner tone="waiting" icon="warning">
            {words}
          </Banner>
        ) : (
          <p>{words}</p>
        )}
        {children}
      </div>
    </Card>
  )
}
