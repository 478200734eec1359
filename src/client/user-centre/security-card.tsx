import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sealingAtom } from '../kit/session/sealing.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { OpenerLine } from '../offline/opener-line.tsx'
import css from './user-centre.module.css'

export interface Security {
  /** Asks for the old password and a new one. */
  password: (onClose: () => void) => ReactNode
  /** Warns, then forgets all that this browser has kept. */
  onClear: () => void
}

/** One's password, and what this browser has kept. */
export function SecurityCard({ password, onClear }: Security) {
  const { t } = useTranslation('user_centre')
  const sealing = useAtomValue(sealingAtom)
  const [changing, setChanging] = useState(false)
  return (
    <Card title={t('security.title')}>
      <div className={css.line}>
        <Icon name="unlock" />
        <span className="grow">
          {t('security.password')}
          <small>{t('security.password_hint')}</small>
        </span>
        <Button label={`${t('security.change_password')}: ${t('security.password')}`} onClick={() => setChanging(true)}>
          {t('security.change_password')}
        </Button>
      </div>
      <div className={css.line}>
        <Icon name="trash" />
        <span className="grow">
          {t('security.cache')}
          <small>{t('security.cache_hint')}</small>
          {sealing !== 'locked' && <small>{t(`security.kept.${sealing}`)}</small>}
        </span>
        <Button danger label={`${t('security.clear')}: ${t('security.cache')}`} onClick={onClear}>
          {t('security.clear')}
        </Button>
      </div>
      <OpenerLine />
      {changing && password(() => setChanging(false))}
    </Card>
  )
}
