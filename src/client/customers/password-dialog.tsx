import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetCustomerPassword } from '../../shared/endpoints/customers.ts'
import type { Customer } from '../../shared/entities/customer.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { newSecret } from '../kit/fields/new-secret.ts'
import { PasswordField } from '../kit/forms/password-field.tsx'
import { Button } from '../kit/ui/button.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
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
  const differs = again && again !== password ? t('errors:passwords_differ') : undefined
  return (
    <DecisionDialog
      title={t('password.title', { account: customer.name ?? customer.account })}
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
