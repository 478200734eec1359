import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '../../shared/endpoints/people.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { SecretDialog } from '../kit/forms/secret-dialog.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import type { ListedUser } from './listed-user.ts'
import css from './users.module.css'

type Way = 'made' | 'typed'

interface TypedProps {
  label: string
  hint?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

function Typed({ label, hint, error, value, onChange }: TypedProps) {
  return (
    <Labelled label={label} required hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}

/** Gives somebody another password: one that the server makes and this dialog shows once, or one that is typed twice. */
export function ResetDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation(['people', 'errors'])
  const [way, setWay] = useState<Way>('made')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const resetting = useDecision(resetPassword, {
    changes: ['user'],
    done: t('reset.done'),
    onDone: (data) => (data.password === null ? onClose() : setMade(data.password)),
  })
  const note = t('reset.tell', { account: user.user_name })
  if (made !== null) return <SecretDialog label={t('reset.password')} secret={made} note={note} onClose={onClose} />
  const typed = way === 'typed'
  const missing = typed ? [...(password ? [] : ['password']), ...(again ? [] : ['password_again'])] : []
  const differs = again !== '' && again !== password ? t('errors:passwords_differ') : undefined
  return (
    <DecisionDialog
      title={t('reset.title', { account: user.user_name })}
      action={t('reset.action')}
      busy={resetting.busy}
      error={resetting.elsewhere}
      onDecide={() =>
        resetting.send(
          { id: user.id, ...(typed && { password, password_again: again }) },
          differs ? ['password_again'] : missing,
        )
      }
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
        {typed && (
          <>
            <Typed
              label={t('reset.password')}
              hint={t('reset.rule')}
              error={resetting.wrongOf('password', missing)}
              value={password}
              onChange={setPassword}
            />
            <Typed
              label={t('reset.password_again')}
              error={resetting.wrongOf('password_again', missing) ?? differs}
              value={again}
              onChange={setAgain}
            />
          </>
        )}
      </div>
    </DecisionDialog>
  )
}
