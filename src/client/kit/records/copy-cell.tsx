import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMPTY } from '../i18n/format.ts'
import { copyText } from '../ui/copy-text.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'
import css from './table.module.css'

/** A cell's text; of a moment the whole of it, not how long ago it was. */
const textIn = (cell: HTMLElement) =>
  (cell.querySelector('time')?.title || cell.textContent || '').replaceAll('\u00a0', ' ').trim()

/** Copies what a cell says, and says so. */
export function useCopyCell() {
  const { t } = useTranslation('common')
  return async (cell: HTMLElement) => {
    const copied = await copyText(textIn(cell))
    toast(t(copied ? 'done.copied' : 'list.not_copied'), { tone: copied ? 'success' : 'error' })
  }
}

interface Spot {
  cell: HTMLElement
  top: number
  left: number
}

const SIZE = 28

/** At the end of the cell, within what is seen of the table. */
function spotOf(cell: HTMLElement, wrap: HTMLElement): Spot {
  const box = cell.getBoundingClientRect()
  const frame = wrap.getBoundingClientRect()
  const right = Math.min(box.right, frame.left + wrap.clientWidth)
  return {
    cell,
    top: box.top - frame.top + wrap.scrollTop + (box.height - SIZE) / 2,
    left: right - frame.left + wrap.scrollLeft - SIZE - 2,
  }
}

/** A button over the cell under the pointer that copies what it says: one for the whole table. */
export function CopyCell({ wrap }: { wrap: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('common')
  const copy = useCopyCell()
  const [spot, setSpot] = useState<Spot | null>(null)
  useEffect(() => {
    const box = wrap.current
    if (!box) return
    const over = (event: PointerEvent) => {
      const target = event.target as HTMLElement
      if (event.pointerType !== 'mouse' || target.closest('[data-copy]')) return
      const cell = target.closest<HTMLElement>('td[data-cell]')
      const text = cell ? textIn(cell) : ''
      setSpot(cell && text && text !== EMPTY ? spotOf(cell, box) : null)
    }
    const away = () => setSpot(null)
    box.addEventListener('pointerover', over)
    box.addEventListener('pointerleave', away)
    box.addEventListener('scroll', away)
    return () => {
      box.removeEventListener('pointerover', over)
      box.removeEventListener('pointerleave', away)
      box.removeEventListener('scroll', away)
    }
  }, [wrap])
  if (!spot?.cell.isConnected) return null
  return (
    <button
      type="button"
      data-copy
      // A keyboard copies with Ctrl+C in the cell.
      tabIndex={-1}
      className={css.copy}
      style={{ top: spot.top, left: spot.left }}
      aria-label={t('list.copy_cell')}
      title={t('list.copy_cell')}
      onClick={() => void copy(spot.cell)}
    >
      <Icon name="copy" size={14} />
    </button>
  )
}
