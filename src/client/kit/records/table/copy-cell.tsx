import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMPTY } from '../../i18n/format.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'
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

/** It fits between the texts of two cells, whose paddings are 12 px each. */
const SIZE = 22
const PADDING = 12
const GAP = 1

/** Where the text of a cell begins and ends, as far as it shows. */
function textOf(cell: HTMLElement) {
  const box = cell.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(cell)
  const { left, right } = range.getBoundingClientRect?.() ?? box
  return { from: Math.max(left, box.left + PADDING), to: Math.min(right, box.right - PADDING) }
}

/** Behind the text, or before it where that ends at the cell's end: it never covers what it copies. */
function spotOf(cell: HTMLElement, wrap: HTMLElement): Spot {
  const box = cell.getBoundingClientRect()
  const frame = wrap.getBoundingClientRect()
  const { from, to } = textOf(cell)
  const fits = to + GAP + SIZE <= frame.left + wrap.clientWidth
  const isFigure = getComputedStyle(cell).textAlign === 'right'
  const left = isFigure || !fits ? from - GAP - SIZE : to + GAP
  return {
    cell,
    top: box.top - frame.top + wrap.scrollTop + (box.height - SIZE) / 2,
    left: left - frame.left + wrap.scrollLeft,
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
      <Icon name="copy" size={12} />
    </button>
  )
}
