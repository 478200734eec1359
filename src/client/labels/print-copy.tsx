import { createPortal } from 'react-dom'
import type { Label, LabelOptions } from './labels.ts'
import css from './print-copy.module.css'
import { Sheet } from './sheet.tsx'

/** A margin of the browser's would move every label off its place. In force only while these sheets are there to print. */
const PAPER = '@page { size: A4 portrait; margin: 0 }'

/** What the printer gets instead of the page: every sheet, in true size and nothing else. */
export function PrintCopy({ sheets, options }: { sheets: readonly (Label | null)[][]; options: LabelOptions }) {
  return createPortal(
    <div className={css.copy} data-print-copy>
      <style>{PAPER}</style>
      {sheets.map((places, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place in the pile of paper
        <Sheet key={at} places={places} options={options} />
      ))}
    </div>,
    document.body,
  )
}
