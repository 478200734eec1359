import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Checkbox } from '../kit/ui/input.tsx'
import css from './sign-in.module.css'

export interface Remembering {
  remember: boolean
  setRemember: (remember: boolean) => void
}

/** Whether this browser stays signed in for a day; beside it the way out for anyone who forgot their password. */
export function Remember({ remember, setRemember, forgot }: Remembering & { forgot?: true }) {
  const { t } = useTranslation('sign_in')
  return (
    <div className={css.between}>
      <Checkbox label={t('remember')} checked={remember} onChange={(event) => setRemember(event.target.checked)} />
      {forgot && (
        <Link className={css.link} to="/reset_password">
          {t('forgot')}
        </Link>
      )}
    </div>
  )
}
