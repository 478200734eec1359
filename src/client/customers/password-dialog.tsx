import { useState } from 'react'
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
  const kind = shown ? 'text' : 'password'
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
        <Labelled
          label={t('password.new')}
          required
          hint={t('password.hint')}
          error={resetting.wrongOf('password', missing)}
        >
          {(control) => (
            <Input
              {...control}
              type={kind}
              autoFocus
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              after={
                <Button look="link" onClick={make}>
                  {t('password.generate')}
                </Button>
              }
            />
          )}
        </Labelled>
        <Labelled
          label={t('password.again')}
          required
          error={
            resetting.wrongOf('password_again', missing) ??
            (again && again !== password ? t('errors:passwords_differ') : undefined)
          }
        >
          {(control) => (
            <Input
              {...control}
              type={kind}
              autoComplete="new-password"
              value={again}
              onChange={(event) => setAgain(event.target.value)}
            />
          )}
        </Labelled>
      </div>
    </DecisionDialog>
  )
}
