import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { type Compared, changeOf } from './change.ts'
import css from './comparison.module.css'

const ARROWS = { up: '▲', down: '▼', same: '=' } as const
const WORDS = { up: 'more', down: 'less', same: 'same' } as const

interface Props {
  figure: Compared
  /** More of it is bad news. */
  bad?: boolean
  /** Beside the time before the period, not the same day of the week before. */
  period?: boolean
  /** The difference instead of a percentage: for what is one already. */
  difference?: (by: number) => string
  /** What less than is no change: it would be written as nothing. */
  least?: number
}

/** Up or down against an earlier time, as an arrow and a figure; the sentence is heard, or shown at the pointer. */
export function Comparison({ figure, bad = false, period = false, difference, least }: Props) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  const change = changeOf(figure, least)
  if (!change || figure.before === null) return <span>{t('nothing_before')}</span>
  const { direction, percent } = change
  const by = difference
    ? difference(Math.abs(figure.now - figure.before))
    : percent === null
      ? ''
      : `${format.number(percent, 1)} %`
  const good = direction === 'same' ? '' : (direction === 'up') !== bad ? css.good : css.worse
  const said = t(period ? `${WORDS[direction]}_period` : WORDS[direction], { change: by })
  return (
    <span className={good} title={said}>
      <span aria-hidden="true">
        {ARROWS[direction]} {direction !== 'same' && by}
      </span>
      <span className="hidden-text">{said}</span>
    </span>
  )
}
