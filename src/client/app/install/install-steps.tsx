import { useTranslation } from 'react-i18next'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import css from './install.module.css'

const STEPS: readonly { key: 'share' | 'add' | 'open'; icon: IconName }[] = [
  { key: 'share', icon: 'share' },
  { key: 'add', icon: 'add_to' },
  { key: 'open', icon: 'bolt' },
]

/** How an iPhone or an iPad puts the console on its home screen: its browser lets no page do it. */
export function InstallSteps({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('install')
  return (
    <Dialog small title={t('title')} onClose={onClose}>
      <ol className={css.steps}>
        {STEPS.map(({ key, icon }) => (
          <li key={key}>
            <Icon name={icon} size={24} />
            <span>{t(`steps.${key}`)}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
