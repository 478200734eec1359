import { PrintCopy } from '../kit/ui/print-copy.tsx'
import css from './label-sheets.module.css'
import type { Label, LabelOptions } from './labels.ts'
import { Sheet } from './sheet.tsx'

/** What the printer gets: every sheet, in true size. */
export const LabelSheets = ({ sheets, options }: { sheets: readonly (Label | null)[][]; options: LabelOptions }) => (
  <PrintCopy className={css.copy}>
    {sheets.map((places, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place in the pile of paper
      <Sheet key={at} places={places} options={options} />
    ))}
  </PrintCopy>
)
