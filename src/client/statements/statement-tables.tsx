import { useTranslation } from 'react-i18next'
import type { Statement, StatementFigures } from '../../shared/endpoints/statements.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import css from './statement.module.css'

const MONEY = [
  'electricity_cents',
  'service_cents',
  'occupation_cents',
  'billed_cents',
  'refunded_cents',
  'income_cents',
] as const

/** Figures in a row; money without its sign, which stands in the heading's words. */
function Figures({ of }: { of: StatementFigures }) {
  const format = useFormat()
  return (
    <>
      <td className="number">{format.number(of.sessions)}</td>
      <td className="number">{format.number(of.energy_wh / 1000, 3)}</td>
      {MONEY.map((key) => (
        <td key={key} className="number">
          {format.number(of[key] / 100, 2)}
        </td>
      ))}
    </>
  )
}

interface Row {
  key: string | number
  title: string
  figures: StatementFigures
}

function FigureTable({ what, rows, total }: { what: string; rows: readonly Row[]; total: StatementFigures }) {
  const { t } = useTranslation('statements')
  return (
    <section className={css.part}>
      <h2>{t('by', { what })}</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              {['sessions', 'energy_wh', ...MONEY].map((key) => (
                <th key={key} scope="col" className="number">
                  {t(`figures.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, title, figures }) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                <Figures of={figures} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              <Figures of={total} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

/** What a month brought: by site or pile, then by day. */
export function StatementTables({ statement: { party, places, days, total } }: { statement: Statement }) {
  const { t } = useTranslation('statements')
  const { day } = useFormat()
  return (
    <>
      <FigureTable
        what={t(party.of === 'merchant' ? 'place.site' : 'place.pile')}
        rows={places.map(({ id, title, ...figures }) => ({ key: id, title: title || t('no_place'), figures }))}
        total={total}
      />
      <FigureTable
        what={t('day')}
        rows={days.map(({ day: iso, ...figures }) => ({ key: iso, title: day(iso), figures }))}
        total={total}
      />
    </>
  )
}
