import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/ui/icon.tsx'
import { ICONS } from '../kit/ui/more-icon.tsx'
import css from './menu-manager.module.css'

interface Props {
  label: string
  value: string | null
  onChange: (icon: string | null) => void
}

/** Every sign that the console has, side by side; arrows go from one to the next. */
export function IconPicker({ label, value, onChange }: Props) {
  const { t } = useTranslation('people')
  const name = useId()
  return (
    <div className={css.icons} role="radiogroup" aria-label={label}>
      <label className={css.icon} title={t('menu.no_icon')}>
        <input type="radio" name={name} checked={!value} onChange={() => onChange(null)} />
        <span className="hidden-text">{t('menu.no_icon')}</span>
        <span aria-hidden="true">–</span>
      </label>
      {ICONS.map((icon) => (
        <label key={icon} className={css.icon} title={t(`icons.${icon}`)}>
          <input type="radio" name={name} checked={value === icon} onChange={() => onChange(icon)} />
          <span className="hidden-text">{t(`icons.${icon}`)}</span>
          <Icon name={icon} />
        </label>
      ))}
    </div>
  )
}
