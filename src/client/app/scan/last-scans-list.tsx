import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { type LastScan, lastScansAtom } from './last-scans.ts'
import css from './scan-dialog.module.css'

export const ICONS: Record<NonNullable<LastScan['entity']>, IconName> = { pile: 'plug', card: 'card' }

/** What was scanned here before: pressed, it is looked up again. */
export function LastScansList({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('scan')
  const { moment } = useFormat()
  const scans = useAtomValue(lastScansAtom)
  if (scans.length === 0) return null
  return (
    <section aria-labelledby="last-scans">
      <div className="row between">
        <h3 id="last-scans">{t('last')}</h3>
        <small>{t('on_this_phone')}</small>
      </div>
      {scans.map(({ code, entity, title, connector, details, at }) => (
        <button key={code} type="button" className={css.last} onClick={() => onCode(code)}>
          <Icon name={entity ? ICONS[entity] : 'warning'} size={20} />
          <span className={css.said}>
            <b>{connector === null ? title : t('of_gun', { title, number: connector })}</b>
            <small>{entity ? details.join(' · ') : t('was_unknown')}</small>
          </span>
          <small>{moment(at)}</small>
        </button>
      ))}
    </section>
  )
}
