import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { useAtomValue } from '../session/store.ts'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import css from './export-panel.module.css'
import { type Export, exportsAtom, forget } from './exports.ts'
import { cancelExport } from './run-export.ts'
import { canShare, saveFile, shareFile } from './save-file.ts'

interface HeadProps {
  icon: IconName
  text: string
  /** What the cross does. */
  close: string
  onClose: () => void
}

function Head({ icon, text, close, onClose }: HeadProps) {
  return (
    <div className={css.line}>
      <Icon name={icon} size={16} />
      <b className="grow">{text}</b>
      <Button look="quiet" size="small" icon="close" label={close} onClick={onClose} />
    </div>
  )
}

function Progress({ one }: { one: Export }) {
  const { t } = useTranslation('sheets')
  const words = useWords({ name: one.entity })
  const format = useFormat()
  const { rows, total } = one
  const told = total === null ? '' : t('exporting_rows', { rows: format.number(rows), total: format.number(total) })
  return (
    <>
      <Head
        icon="download"
        text={t('exporting', { many: words.many })}
        close={t('cancel_export')}
        onClose={() => cancelExport(one.id)}
      />
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
      <Head
        icon="check"
        text={t('exported', { many: words.heading, rows: format.number(one.total ?? 0) })}
        close={t('common:action.close')}
        onClose={() => forget(one.id)}
      />
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
      <Head icon="warning" text={t('export_failed')} close={t('common:action.close')} onClose={() => forget(one.id)} />
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
