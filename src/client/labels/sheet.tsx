import { LabelPreview } from './label-preview.tsx'
import type { Label, LabelOptions } from './labels.ts'
import css from './sheet.module.css'
import { SHEET, SIZES } from './sizes.ts'

interface Props {
  places: readonly (Label | null)[]
  options: LabelOptions
}

/** An A4 sheet of labels, in true size. */
export function Sheet({ places, options }: Props) {
  const { width, height, columns, rows, code } = SIZES[options.size]
  const grid = {
    width: `${SHEET.width}mm`,
    height: `${SHEET.height}mm`,
    gridTemplateColumns: `repeat(${columns}, ${width}mm)`,
    gridTemplateRows: `repeat(${rows}, ${height}mm)`,
  }
  const face = [css.label, options.marks && css.marked, options.size === 'plate' && css.upright]
    .filter(Boolean)
    .join(' ')
  return (
    <section className={css.sheet} style={grid}>
      {places.map((label, at) => (
        // A place of a sheet is itself: what stands there may change.
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no other name
        <div key={at} className={label ? face : css.label} data-size={options.size}>
          {label && <LabelPreview label={label} name={options.name} code={code} />}
        </div>
      ))}
    </section>
  )
}
