import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { RefusedRow } from './answer-row.tsx'
import type { Decision } from './outbox.ts'
import type { Reading } from './outbox-kind.ts'
import { drop, sendAgain } from './sending.ts'

/** An answer that was not taken, with what the server said. */
export function AnswerTrouble({ decision, reading }: { decision: Decision; reading: Reading }) {
  const { t } = useTranslation('offline')
  const { state, label, message } = decision
  const { said, text, path } = reading
  const doings = (
    <>
      {path && <ButtonLink to={path}>{t('look')}</ButtonLink>}
      {state === 'refused' && <Button onClick={() => void sendAgain(decision)}>{t('retry')}</Button>}
      <Button onClick={() => void drop(decision)}>{t(state === 'refused' ? 'discard' : 'understood')}</Button>
    </>
  )
  return (
    <RefusedRow title={said} label={label} doings={doings}>
      <p>
        {message} {text && t('outbox.words', { text })}
      </p>
    </RefusedRow>
  )
}
