import { createPortal } from 'react-dom'
import type { Label, LabelOptions } from './labels.ts'
import css from './print-copy.module.css'
import { Sheet } from './sheet.tsx'

/** What the printer gets instead of the page: every sheet, in true size and nothing else. */
export function PrintCopy({ sheets, options }: { sheets: readonly (Label | null)[][]; options: LabelOptions }) {
  return createPortal(
    <div className={css.copy} data-print-copy>
      {sheets.map((places, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place in the pile of paper
        <Sheet key={at} places={places} options={options} />
      ))}
    </div>,
    document.body,
  )
}
