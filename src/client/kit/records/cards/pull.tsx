import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './pull.module.css'

/** Pixels that the page must come down before letting go asks again. */
const ENOUGH = 56
const FARTHEST = 96
/** The page follows the finger at half its way: it resists. */
const FOLLOWS = 0.5

interface Props {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

function usePull(onRefresh: Props['onRefresh']) {
  const start = useRef<number | null>(null)
  const [down, setDown] = useState(0)
  const [busy, setBusy] = useState(false)
  async function release() {
    start.current = null
    if (down < ENOUGH) return setDown(0)
    setBusy(true)
    setDown(ENOUGH)
    await onRefresh().finally(() => {
      setBusy(false)
      setDown(0)
    })
  }
  return {
    down,
    busy,
    handlers: {
      onTouchStart: (event: TouchEvent) => {
        start.current = !busy && scrollY <= 0 ? (event.touches[0]?.clientY ?? null) : null
      },
      onTouchMove: (event: TouchEvent) => {
        if (start.current === null) return
        const way = (event.touches[0]?.clientY ?? 0) - start.current
        setDown(scrollY > 0 ? 0 : Math.max(0, Math.min(FARTHEST, way * FOLLOWS)))
      },
      onTouchEnd: () => void release(),
      onTouchCancel: () => {
        start.current = null
        setDown(0)
      },
    },
  }
}

/**
 * Pulling the page down asks again. Our own, for antd-mobile's brings a spring engine that would be a fifth of what a
 * phone loads for its first list.
 */
export function Pull({ onRefresh, children }: Props) {
  const { t } = useTranslation('common')
  const { down, busy, handlers } = usePull(onRefresh)
  const note = busy ? 'loading' : down >= ENOUGH ? 'list.release' : 'list.pull'
  return (
    <div className={[css.pull, down > 0 && !busy && css.dragged].filter(Boolean).join(' ')} {...handlers}>
      <div className={css.content} style={down > 0 ? { transform: `translateY(${down}px)` } : undefined}>
        {down > 0 && (
          <div className={css.note} role="status">
            {t(note)}
          </div>
        )}
        {children}
      </div>
    </div>
  )
}
