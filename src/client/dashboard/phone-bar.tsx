import { useTranslation } from 'react-i18next'
import { useHome } from '../kit/session/homes.ts'
import { openSearch } from '../kit/session/overlays.ts'
import { useProduct } from '../kit/session/product.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import css from './phone-bar.module.css'

/** The first page's bar on a phone: whose console it is, and the way to the alarms. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  const alarms = useHome('alarm')
  return (
    <header className={css.bar}>
      <span className={css.mark}>
        <Icon name="bolt" size={16} />
      </span>
      <h1>{useProduct()}</h1>
      {alarms && <ButtonLink look="quiet" icon="bell" label={t('bottom.alarms')} to={alarms} />}
    </header>
  )
}

/** Looks like the search box of the top bar and opens the same search. */
export function SearchButton() {
  const { t } = useTranslation('dashboard')
  return (
    <button type="button" className={css.search} onClick={() => openSearch()}>
      <Icon name="search" size={18} />
      <span>{t('search')}</span>
    </button>
  )
}
