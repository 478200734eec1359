import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isAnswered, isInspected } from '../../../shared/domain/inspection.ts'
import type { Round, RoundPile } from '../../../shared/endpoints/work-orders.ts'
import { inspection } from '../../../shared/entities/inspection.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Empty } from '../../kit/ui/states.tsx'
import css from './round.module.css'
import { useSkippedWords } from './use-skipped-words.ts'

/** How far the round is, at a glance. */
export function Progress({ piles }: { piles: readonly RoundPile[] }) {
  const { t } = useTranslation('inspections')
  const done = piles.filter(({ state }) => isInspected(state)).length
  const failed = piles.filter(({ state }) => state === 'not_ok').length
  const skipped = piles.filter((pile) => pile.skipped).length
  return (
    <div className={css.progress}>
      <div className="row between wraps">
        <b>{t('progress', { done, all: piles.length })}</b>
        {skipped > 0 && <small>{t('skipped', { count: skipped })}</small>}
        {failed > 0 && <small className={css.wrong}>{t('not_ok', { count: failed })}</small>}
      </div>
      <progress value={done} max={Math.max(1, piles.length)} aria-label={t('round')} />
    </div>
  )
}

function Pile({ row, items }: { row: RoundPile; items: Round['items'] }) {
  const { t } = useTranslation('inspections')
  const skippedWords = useSkippedWords()
  const answered = items.filter((item, at) => isAnswered(item, row.answers[at])).length
  const begun = !isInspected(row.state) && answered > 0 && t('answered', { count: answered, all: items.length })
  const skipped = row.skipped && skippedWords(row.skipped.why, row.skipped.note)
  const said = [row.berth && t('berth', { serial: row.berth }), skipped || begun || row.inspected_by].filter(Boolean)
  return (
    <li>
      <Link className={css.pile} to={`?pile=${row.id}`}>
        <span className="grow">
          <b>{row.pile.title}</b>
          <small>{said.join(' · ')}</small>
        </span>
        <StatusPill entity={inspection} name="state" value={row.state} />
        <Icon name="right" size={16} />
      </Link>
    </li>
  )
}

/** The piles of a round in the order of the berths, and how far it is. */
export function RoundCard({ round: { name, items, piles } }: { round: Round }) {
  const { t } = useTranslation('inspections')
  if (piles.length === 0) return <Empty icon="plug" text={t('no_piles')} />
  return (
    <Card title={name}>
      <Progress piles={piles} />
      <ul className={css.piles} aria-label={t('piles')}>
        {piles.map((row) => (
          <Pile key={row.id} row={row} items={items} />
        ))}
      </ul>
    </Card>
  )
}
