import { useTranslation } from 'react-i18next'
import { QrPicture } from '../kit/ui/qr-picture.tsx'
import type { Label } from './labels.ts'
import css from './sheet.module.css'

/** Characters of a station number that fit on one line of the smallest label; ours have 13. */
const ONE_LINE = 14

/** A pile's or a connector's label: its code, and beside it what a person reads out on the telephone. */
export function LabelPreview({ label, name, code }: { label: Label; name: string; code: number }) {
  const { t } = useTranslation(['labels', 'piles'])
  const small = [label.site, label.pile_type, label.self_code && t('self_code', { code: label.self_code })]
  return (
    <>
      <QrPicture
        className={css.code}
        style={{ width: `${code}mm`, height: `${code}mm` }}
        text={label.code}
        label={label.code}
      />
      <div className={css.words}>
        {name && <div className={css.name}>{name}</div>}
        <div className={[css.number, label.station_number.length > ONE_LINE && css.long].filter(Boolean).join(' ')}>
          {label.station_number}
        </div>
        {label.connector !== null && <div className={css.gun}>{t('piles:gun', { number: label.connector })}</div>}
        {small.filter(Boolean).map((words) => (
          <div key={words} className={css.fact}>
            {words}
          </div>
        ))}
      </div>
    </>
  )
}
