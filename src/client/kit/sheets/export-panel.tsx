import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './export-panel.module.css'
import { type Export, exportsAtom, forget } from './exports.ts'
import { cancelExport } from './run-export.ts'
import { canShare, saveFile, shareFile } from './save-file.ts'

function Progress({ one }: { one: Export }) {
  const { t } = useTranslation('sheets')
  const words = useWords({ name: one.entity })
  const format = useFormat()
  const { rows, total } = one
  const told = total === null ? '' : t('exporting_rows', { rows: format.number(rows), total: format.number(total) })
  return (
    <>
      <div className={css.line}>
        <Icon name="download" size={16} />
        <b className="grow">{t('exporting', { many: words.many })}</b>
        <Button
          look="quiet"
          size="small"
          icon="close"
          label={t('cancel_export')}
          onClick={() => cancelExport(one.id)}
        />
      </div>
      <progress
        className={css.bar}
        aria-label={t('exporting', { many: words.many })}
        {...(total !== null && { value: rows, max: Math.max(total, 1) })}
      />
      <small>{told}</small>
    </>
  )
}

function Done({ one, file }: { one: Export; file: File }) {
  const { t } = useTranslation(['sheets', 'common'])
  const words = useWords({ name: one.entity })
  const format = useFormat()
  return (
    <>
      <div className={css.line}>
        <Icon name="check" size={16} />
        <b className="grow">{t('exported', { many: words.heading, rows: format.number(one.total ?? 0) })}</b>
        <Button
          look="quiet"
          size="small"
          icon="close"
          label={t('common:action.close')}
          onClick={() => forget(one.id)}
        />
      </div>
      <small className={css.name}>{file.name}</small>
      <span className="row">
        {canShare(file) && (
          <Button size="small" onClick={() => void shareFile(file)}>
            {t('share')}
          </Button>
        )}
        <Button size="small" onClick={() => saveFile(file)}>
          {t('save')}
        </Button>
      </span>
    </>
  )
}

function Failed({ one, failure }: { one: Export; failure: string }) {
  const { t } = useTranslation(['sheets', 'common'])
  return (
    <div role="alert">
      <div className={css.line}>
        <Icon name="warning" size={16} />
        <b className="grow">{t('export_failed')}</b>
        <Button
          look="quiet"
          size="small"
          icon="close"
          label={t('common:action.close')}
          onClick={() => forget(one.id)}
        />
      </div>
      <small>{failure}</small>
    </div>
  )
}

/** The exports under way, out of the way: rows, a share of the whole, and a way to stop each. */
export function ExportPanel() {
  const { t } = useTranslation('sheets')
  const all = useAtomValue(exportsAtom)
  return (
    <section className={css.panel} aria-label={t('exports')}>
      {all.map((one) => (
        <div key={one.id} className={css.one}>
          {one.failure !== null ? (
            <Failed one={one} failure={one.failure} />
          ) : one.file ? (
            <Done one={one} file={one.file} />
          ) : (
            <Progress one={one} />
          )}
        </div>
      ))}
    </section>
  )
}
