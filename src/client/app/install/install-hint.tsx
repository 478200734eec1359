import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import css from './install.module.css'
import { InstallSteps } from './install-steps.tsx'
import { type InstallWay, refuseInstall } from './use-install.ts'

/** On the page that one lands on, above all else: what the home screen is good for. */
export function InstallHint({ way }: { way: NonNullable<InstallWay> }) {
  const { t } = useTranslation('install')
  const [shown, setShown] = useState(false)
  return (
    <section className={css.hint} aria-label={t('title')}>
      <Icon name="phone" size={20} />
      <span className="grow">{t('hint')}</span>
      <span className={css.ways}>
        <Button look="quiet" onClick={refuseInstall}>
          {t('no')}
        </Button>
        <Button look="primary" onClick={() => (way === 'steps' ? setShown(true) : void way.ask())}>
          {t(way === 'steps' ? 'how' : 'yes')}
        </Button>
      </span>
      {shown && (
        <Suspense fallback={null}>
          <InstallSteps onClose={() => setShown(false)} />
        </Suspense>
      )}
    </section>
  )
}
