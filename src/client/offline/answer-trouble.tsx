import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import css from './answers.module.css'
import type { Decision } from './outbox.ts'
import type { Reading } from './outbox-kind.ts'
import { drop, sendAgain } from './sending.ts'

/** An answer that was not taken, with what the server said. It stays until the person has seen it. */
export function AnswerTrouble({ decision, reading }: { decision: Decision; reading: Reading }) {
  const { t } = useTranslation('offline')
  const { state, label, message } = decision
  const { said, text, path } = reading
  return (
    <li className={css.trouble}>
      <p>
        <b>
          {said} · {label}
        </b>
        <br />
        {message} {text && t('outbox.words', { text })}
      </p>
      <div className="row">
        {path && <ButtonLink to={path}>{t('look')}</ButtonLink>}
        {state === 'refused' && <Button onClick={() => void sendAgain(decision)}>{t('retry')}</Button>}
        <Button onClick={() => void drop(decision)}>{t(state === 'refused' ? 'discard' : 'understood')}</Button>
      </div>
    </li>
  )
}
