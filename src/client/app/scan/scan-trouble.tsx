import { useTranslation } from 'react-i18next'
import { isApple } from '../../kit/session/device.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import type { CameraTrouble } from './camera.ts'
import css from './scan-dialog.module.css'

/** Why there is no picture, and how to get one; what else there is to do stands below it. */
export function ScanTrouble({ trouble, onRetry }: { trouble: CameraTrouble; onRetry: () => void }) {
  const { t } = useTranslation(['scan', 'common'])
  return (
    <div className={css.trouble} role="alert">
      <Icon name="camera" size={32} />
      <b>{t(`trouble.${trouble}`)}</b>
      {trouble === 'denied' && <p>{t(isApple() ? 'allow.apple' : 'allow.other')}</p>}
      {trouble !== 'insecure' && (
        <Button icon="refresh" size="large" onClick={onRetry}>
          {t('common:action.retry')}
        </Button>
      )}
    </div>
  )
}
