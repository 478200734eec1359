import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { useWide } from '../ui/use-wide.ts'

interface Props {
  /** The form that it sends. */
  id: string
  one: string
  busy: boolean
  onCancel: () => void
  /** Saves and begins the next; absent where a record is edited. */
  onNext: (() => void) | null
}

/** Under a form: cancel, save and add another, save. On a phone the last two, as wide as a thumb. */
export function FormFoot({ id, one, busy, onCancel, onNext }: Props) {
  const { t } = useTranslation('common')
  const wide = useWide()
  return (
    <>
      {wide && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
      {onNext && (
        <Button size={wide ? 'normal' : 'large'} disabled={busy} onClick={onNext}>
          {t(wide ? 'form.save_next' : 'form.save_next_short')}
        </Button>
      )}
      <Button
        type="submit"
        form={id}
        look="primary"
        size={wide ? 'normal' : 'large'}
        busy={busy}
        title={t('form.save_keys')}
      >
        {wide ? t('action.save') : t('action.save_one', { one })}
      </Button>
    </>
  )
}
