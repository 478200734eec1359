import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetCustomerPassword } from '../../shared/endpoints/customers.ts'
import type { Customer } from '../../shared/entities/customer.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { newSecret } from '../kit/fields/new-secret.ts'
import { Button } from '../kit/ui/button.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import css from './customers.module.css'

const MADE_LENGTH = 12

interface FieldProps {
  label: string
  hint?: string
  error: string | undefined
  /** Whether it can be read. */
  shown: boolean
  value: string
  onChange: (value: string) => void
  autoFocus?: true
  after?: ReactNode
}

function PasswordField({ label, hint, error, shown, onChange, ...input }: FieldProps) {
  return (
    <Labelled label={label} required hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}

/** Gives a customer another password: typed twice, or made here and shown. */
export function PasswordDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'errors'])
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [shown, setShown] = useState(false)
  const resetting = useDecision(resetCustomerPassword, {
    changes: ['customer'],
    done: t('password.done'),
    onDone: onClose,
  })
  const missing = [...(password ? [] : ['password']), ...(again ? [] : ['password_again'])]
  function make() {
    const made = newSecret(MADE_LENGTH)
    setPassword(made)
    setAgain(made)
    setShown(true)
  }
  const differs = again && again !== password ? t('errors:passwords_differ') : undefined
  return (
    <DecisionDialog
      title={t('password.title', { account: customer.account })}
      action={t('password.action')}
      busy={resetting.busy}
      error={resetting.elsewhere}
      onDecide={() => resetting.send({ id: customer.id, password, password_again: again }, missing)}
      onClose={onClose}
    >
      <div className={css.form}>
        <PasswordField
          label={t('password.new')}
          hint={t('password.hint')}
          error={resetting.wrongOf('password', missing)}
          {...{ shown, value: password, onChange: setPassword }}
          autoFocus
          after={
            <Button look="link" onClick={make}>
              {t('password.generate')}
            </Button>
          }
        />
        <PasswordField
          label={t('password.again')}
          error={resetting.wrongOf('password_again', missing) ?? differs}
          {...{ shown, value: again, onChange: setAgain }}
        />
      </div>
    </DecisionDialog>
  )
}
