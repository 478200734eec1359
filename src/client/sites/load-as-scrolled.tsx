import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'

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
  const end = useRef<HTMLDivElement>(null)
  const more = items.length > shown
  useEffect(() => {
    if (!end.current || !more) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setShown((count) => count + step), {
      rootMargin: '400px',
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [more, step])
  return (
    <>
      {items.slice(0, shown).map(children)}
      {more && (
        <div ref={end}>
          <Button look="link" onClick={() => setShown((count) => count + step)}>
            {t('more', { count: items.length - shown })}
          </Button>
        </div>
      )}
    </>
  )
}
