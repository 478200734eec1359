import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { registration } from '../../shared/endpoints/ways-in.ts'
import { useCall } from '../kit/api/queries.ts'
import { RichTextView } from '../kit/fields/rich-text-view.tsx'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { Frame } from './frame.tsx'
import { RegisterForm } from './register-form.tsx'
import css from './sign-in.module.css'
import { Steps } from './steps.tsx'

function Agreement({ text, onAgreed }: { text: string; onAgreed: () => void }) {
  const { t } = useTranslation(['sign_in', 'errors'])
  const [agreed, setAgreed] = useState(false)
  const [missed, setMissed] = useState(false)
  return (
    <div className={css.form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by the keyboard */}
      <section className={css.agreement} tabIndex={0} aria-label={t('register.agreement')}>
        <RichTextView html={text} />
      </section>
      <div>
        <Checkbox
          label={t('register.agree')}
          checked={agreed}
          aria-describedby={missed && !agreed ? 'agreed-told' : undefined}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        {missed && !agreed && (
          <div id="agreed-told" role="alert" className={css.error}>
            {t('errors:must_agree')}
          </div>
        )}
      </div>
      <Button look="primary" size="large" onClick={() => (agreed ? onAgreed() : setMissed(true))}>
        {t('next')}
      </Button>
    </div>
  )
}

function Result({ user_name }: { user_name: string }) {
  const { t } = useTranslation('sign_in')
  return (
    <Empty icon="check" text={t('register.done', { user_name })}>
      <ButtonLink look="primary" to="/login">
        {t('to_sign_in')}
      </ButtonLink>
    </Empty>
  )
}

const ACCOUNT = 'account'

/** Registering in three steps: the agreement, the account, and who has to approve it. */
export function Register() {
  const { t } = useTranslation('sign_in')
  const query = useCall(registration, {}, { entities: [] })
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [agreed, setAgreed] = useState(false)
  const [made, setMade] = useState('')
  const steps = [t('register.agreement'), t('register.account'), t('register.result')]
  // In the address, so that going back goes to the step before.
  const wantsAccount = params.get('step') === ACCOUNT
  const current = made ? 2 : agreed && wantsAccount ? 1 : 0
  const agree = () => {
    setAgreed(true)
    navigate(`?step=${ACCOUNT}`, { replace: wantsAccount })
  }
  return (
    <Frame title={t('register.title')}>
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {({ open, agreement }) =>
          open ? (
            <>
              <Steps steps={steps} current={current} />
              {current === 0 && <Agreement text={agreement} onAgreed={agree} />}
              {agreed && !made && (
                // What was typed is there when one looked at the agreement again.
                <div hidden={current !== 1}>
                  <RegisterForm onMade={setMade} />
                </div>
              )}
              {current === 2 && <Result user_name={made} />}
            </>
          ) : (
            <Empty icon="warning" text={t('register.closed')} />
          )
        }
      </Loaded>
      {current < 2 && (
        <Link className={css.back} to="/login">
          {t('to_sign_in')}
        </Link>
      )}
    </Frame>
  )
}
