import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { soughtIn } from '../../../shared/domain/berth-rows.ts'
import type { Spot } from '../../../shared/endpoints/berths.ts'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { Sheet } from '../../kit/ui/sheet.tsx'
import { Plate } from './plate.tsx'
import css from './walk.module.css'

const MOST = 8
const bare = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The berth that is meant first, then those where such a plate stands, or whose pile has the number. */
function foundBy(spots: readonly Spot[], typed: string): Spot[] {
  const wanted = bare(typed)
  if (!wanted) return []
  const meant = soughtIn(spots, typed)
  const others = spots.filter(
    (spot) =>
      spot !== meant &&
      (bare(spot.plate?.plate ?? '').includes(wanted) || bare(spot.pile?.title ?? '').includes(wanted)),
  )
  return [...(meant ? [meant] : []), ...others].slice(0, MOST)
}

/** Finds a berth by its number, by the plate that stands there, or by its pile. */
export function FindSheet({
  spots,
  onFound,
  onClose,
}: {
  spots: readonly Spot[]
  onFound: (spot: Spot) => void
  onClose: () => void
}) {
  const { t } = useTranslation('walk')
  const [typed, setTyped] = useState('')
  const found = foundBy(spots, typed)
  return (
    <Sheet title={t('find')} open onClose={onClose}>
      <div className={css.sheet}>
        <SearchInput label={t('find')} value={typed} onChange={setTyped} placeholder={t('find_hint')} />
        <ul className={css.found}>
          {found.map((spot) => (
            <li key={spot.id}>
              <button type="button" onClick={() => onFound(spot)}>
                <b>{spot.serial}</b>
                <span className="grow">{spot.pile?.title}</span>
                {spot.plate && <Plate plate={spot.plate.plate} />}
              </button>
            </li>
          ))}
        </ul>
        {typed.trim() && found.length === 0 && <p role="status">{t('not_found')}</p>}
      </div>
    </Sheet>
  )
}
