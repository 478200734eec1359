import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportOutcome as Outcome } from '../../../shared/kit/sheets.ts'
import { useFormat } from '../i18n/use-format.ts'
import { Banner } from '../ui/states.tsx'
import css from './import.module.css'

/** More are in the list that can be saved. */
const SHOWN = 200

function Sheet({ headings, children }: { headings: readonly string[]; children: ReactNode }) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading}>{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Problems({ problems }: Pick<Outcome, 'problems'>) {
  const { t } = useTranslation('sheets')
  const format = useFormat()
  return (
    <>
      <Sheet headings={['line', 'column', 'value', 'reason'].map((key) => t(key))}>
        {problems.slice(0, SHOWN).map(({ line, column, value, reason }) => (
          <tr key={`${line} ${column} ${reason}`}>
            <td>{format.number(line)}</td>
            <td>{column || t('whole_row')}</td>
            <td className={css.value}>{value}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </Sheet>
      {problems.length > SHOWN && <small>{t('first_shown', { n: format.number(SHOWN) })}</small>}
    </>
  )
}

function Preview({ preview, rows }: Pick<Outcome, 'preview' | 'rows'>) {
  const { t } = useTranslation('sheets')
  const format = useFormat()
  return (
    <>
      <Sheet headings={preview.headings}>
        {preview.rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are told apart by nothing but their place
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={preview.headings[at]} className={css.value}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </Sheet>
      {rows > preview.rows.length && <small>{t('first_shown', { n: format.number(preview.rows.length) })}</small>}
    </>
  )
}

/** What the server says of a file: all that is wrong, or that all is fine and how its first rows look. */
export function ImportOutcome({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('sheets')
  const { problems, ignored, rows, preview } = outcome
  return (
    <div className={css.stack}>
      {problems.length > 0 ? (
        <Banner tone="faulted" icon="warning">
          {t('problems', { count: problems.length })}
        </Banner>
      ) : (
        <Banner tone="available" icon="check">
          {t('all_good', { count: rows })}
        </Banner>
      )}
      {ignored.length > 0 && (
        <Banner tone="waiting" icon="info">
          {t('ignored', { columns: ignored.join(', ') })}
        </Banner>
      )}
      {problems.length > 0 ? <Problems problems={problems} /> : <Preview preview={preview} rows={rows} />}
    </div>
  )
}
