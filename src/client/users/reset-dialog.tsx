import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '../../shared/endpoints/people.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { PasswordField } from '../kit/forms/password-field.tsx'
import { SecretDialog } from '../kit/forms/secret-dialog.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import type { ListedUser } from './listed-user.ts'
import css from './users.module.css'

type Way = 'made' | 'typed'

/** The password that is typed twice, what is wrong with it, and sending it; without one the server makes it. */
function useReset(user: ListedUser, onDone: (made: string | null) => void) {
  const { t } = useTranslation(['people', 'errors'])
  const [way, setWay] = useState<Way>('made')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { send, wrongOf, ...resetting } = useDecision(resetPassword, {
    changes: ['user'],
    done: t('reset.done'),
    onDone: (data) => onDone(data.password),
  })
  const typed = way === 'typed'
  const missing = typed ? [...(password ? [] : ['password']), ...(again ? [] : ['password_again'])] : []
  const differs = typed && again !== '' && again !== password ? t('errors:passwords_differ') : undefined
  return {
    ...resetting,
    way,
    setWay,
    first: { value: password, onChange: setPassword, error: wrongOf('password', missing) },
    second: { value: again, onChange: setAgain, error: wrongOf('password_again', missing) ?? differs },
    reset() {
      const faulty = differs ? ['password_again'] : missing
      send({ id: user.id, ...(typed && { password, password_again: again }) }, faulty)
    },
  }
}

/** Gives someone another password: one that the server makes and this dialog shows once, or one that is typed twice. */
export function ResetDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation('people')
  const [made, setMade] = useState<string | null>(null)
  const { way, setWay, first, second, reset, busy, elsewhere } = useReset(user, (password) =>
    password === null ? onClose() : setMade(password),
  )
  const note = t('reset.tell', { account: user.user_name })
  if (made !== null) return <SecretDialog label={t('reset.password')} secret={made} note={note} onClose={onClose} />
  return (
    <DecisionDialog
      title={t('reset.title', { account: user.user_name })}
      action={t('reset.action')}
      busy={busy}
      error={elsewhere}
      onDecide={reset}
      onClose={onClose}
    >
      <div className={css.form}>
        <p>{t('reset.text')}</p>
        <Segments
          label={t('reset.way')}
          options={[
            { key: 'made', label: t('reset.made') },
            { key: 'typed', label: t('reset.typed') },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'typed' && (
          <>
            <PasswordField label={t('reset.password')} hint={t('reset.rule')} {...first} />
            <PasswordField label={t('reset.password_again')} {...second} />
          </>
        )}
      </div>
    </DecisionDialog>
  )
}
