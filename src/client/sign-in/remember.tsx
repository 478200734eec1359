import { useId } from 'react'
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
  const hint = useId()
  return (
    <div className={css.between}>
      <div className={css.remember}>
        <Checkbox
          label={t('remember')}
          aria-describedby={hint}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <div id={hint} className={css.hint}>
          {t('remember_hint')}
        </div>
      </div>
      {forgot && (
        <Link className={css.link} to="/reset_password">
          {t('forgot')}
        </Link>
      )}
    </div>
  )
}
