import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { useNear } from '../kit/ui/use-near.ts'

interface Props<T> {
  items: readonly T[]
  /** How many come at a time. */
  step: number
  children: (item: T) => ReactNode
}

/** A long list drawn as far as one has scrolled; the button is for those who do not scroll. */
export function LoadAsScrolled<T>({ items, step, children }: Props<T>) {
  const { t } = useTranslation('sites')
  const [shown, setShown] = useState(step)
  const more = items.length > shown
  const add = () => setShown((count) => count + step)
  const end = useNear<HTMLDivElement>(add, { turn: shown, idle: !more })
  return (
    <>
      {items.slice(0, shown).map(children)}
      {more && (
        <div ref={end}>
          <Button look="link" onClick={add}>
            {t('more', { count: items.length - shown })}
          </Button>
        </div>
      )}
    </>
  )
}
