import css from './walk.module.css'

/** Green plates are of electric cars: eight characters, the others have seven. */
const GREEN = 8

/** A number plate, as it looks on the car. */
export function Plate({ plate }: { plate: string }) {
  const letters = plate.replace(/[^\p{L}\p{N}]/gu, '').length
  return <span className={[css.plate, letters < GREEN && css.blue].filter(Boolean).join(' ')}>{plate}</span>
}
