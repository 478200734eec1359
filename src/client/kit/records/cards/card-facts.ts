import { fieldNamed, inSlot, isLog } from '../../../../shared/kit/columns.ts'
import { type AnyRow, isFigure, isThere } from '../../fields/cell.tsx'
import { EMPTY } from '../../i18n/format.ts'
import type { ListProps } from '../types.ts'

/** Which of a record's facts stand where on its card, by their names. */
export interface CardFacts {
  badges: string[]
  /** Where and what, in words. */
  where: string[]
  /** Figures and times. */
  figures: string[]
  /** The large figure. */
  lead: string[]
  /** Two times on one line are told apart by the clock, not by how long ago they were. */
  byClock: readonly string[]
}

export function cardFacts(
  { entity, without = [] }: Pick<ListProps, 'entity' | 'without'>,
  row: AnyRow,
  ownCell: (name: string) => unknown = () => undefined,
): CardFacts {
  const slot = (name: Parameters<typeof inSlot>[1]) => inSlot(entity, name).filter((field) => !without.includes(field))
  const isMoment = (name: string) => fieldNamed(entity, name)?.kind === 'instant'
  const isCounted = (name: string) => {
    const field = fieldNamed(entity, name)
    return field !== undefined && (isFigure(field) || isMoment(name))
  }
  // A feature may have words where the field is empty, what is waited for before there is an answer, and none where it is not.
  const isSaid = (name: string) => {
    const own = ownCell(name)
    if (typeof own === 'string') return own !== '' && own !== EMPTY
    return isThere(row, name) || fieldNamed(entity, name)?.none === true
  }
  const lines = slot('line').filter(isSaid)
  const aside = [...slot('wide'), ...(isLog(entity) ? ['created_at'] : [])]
  const figures = [...lines.filter(isCounted), ...aside.filter((name) => isMoment(name) && isSaid(name)).slice(0, 1)]
  const moments = figures.filter(isMoment)
  return {
    badges: slot('badge'),
    where: lines.filter((name) => !isCounted(name)),
    figures,
    lead: slot('lead').filter((name) => isThere(row, name)),
    byClock: moments.length > 1 ? moments : [],
  }
}
