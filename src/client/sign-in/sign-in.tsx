import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { logout } from '../../shared/endpoints/auth.ts'
import { registration } from '../../shared/endpoints/ways-in.ts'
import { call } from '../kit/api/call.ts'
import { useCall } from '../kit/api/queries.ts'
import { usualChoice } from '../kit/session/remembered.ts'
import { endSession, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { readToken } from '../kit/session/token.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { Skeleton } from '../kit/ui/states.tsx'
import { Tabs } from '../kit/ui/tabs.tsx'
import { forgetCopies } from '../offline/copies.ts'
import { AccountForm } from './account-form.tsx'
import { Frame } from './frame.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SessionEnded } from './session-ended.tsx'
import css from './sign-in.module.css'
import { SingleSignOn } from './single-sign-on.tsx'
import { type AskedStep, SecondStepAsked } from './way-in.ts'

/**
 * Anyone who opens the sign-in page is not signed in any more, here or on the server, and the copies of what they saw are gone. What
 * they decided and the server has not heard waits for them: nobody asked whether to drop it.
 */
function leave() {
  const userId = store.get(personAtom)?.user.userId
  if (readToken()) void call(logout, {}).catch(() => {})
  endSession('left')
  // Without storage there are none.
  if (userId !== undefined) void forgetCopies(userId).catch(() => {})
}

// Most sign in by account: the other ways, and what draws a QR code, come when they are chosen.
const MobileForm = lazy(() => import('./mobile-form.tsx').then((module) => ({ default: module.MobileForm })))
const ScreenForm = lazy(() => import('./screen-form.tsx').then((module) => ({ default: module.ScreenForm })))
const SecondStepForm = lazy(() => import('./second-step.tsx').then((module) => ({ default: module.SecondStepForm })))

const WAYS = { account: AccountForm, mobile: MobileForm, screen: ScreenForm } as const
type Way = keyof typeof WAYS

function Below() {
  const { t } = useTranslation('sign_in')
  const open = useCall(registration, {}, { entities: [] }).data?.open ?? false
  return (
    <div className={css.between}>
      {open ? (
        <small>
          {t('no_account')}{' '}
          <Link className={css.link} to="/user_register">
            {t('register.link')}
          </Link>
        </small>
      ) : (
        <span />
      )}
      <small>
        <Link to="/ocppLog">{t('protocol_log')}</Link>
      </small>
    </div>
  )
}

/** Signs in by account, mobile number or telephone. Being here ends whatever session there was, and its menu's pages with it. */
export function SignIn() {
  const { t } = useTranslation('sign_in')
  const [way, setWay] = useState<Way>('account')
  const [remember, setRemember] = useState(usualChoice)
  const [step, setStep] = useState<AskedStep | null>(null)
  useEffect(leave, [])
  const tabs = [
    { key: 'account', label: t('account') },
    { key: 'mobile', label: t('by_mobile') },
    { key: 'screen', label: t('by_screen') },
  ] as const
  const Way = WAYS[way]
  if (step)
    return (
      <Frame title={t('second_step')}>
        <Suspense fallback={<Skeleton height={220} />}>
          <SecondStepForm step={step} onBack={() => setStep(null)} />
        </Suspense>
      </Frame>
    )
  return (
    <Frame title={t('title')}>
      <SessionEnded />
      <div className={css.ways}>
        <SecondStepAsked value={setStep}>
          <Tabs label={t('title')} tabs={tabs} current={way} onChange={setWay}>
            <Suspense fallback={<Skeleton height={220} />}>
              <Way remembering={{ remember, setRemember }} />
            </Suspense>
          </Tabs>
          <div className={css.others}>
            <SingleSignOn remember={remember} />
            <PasskeyButton remember={remember} />
          </div>
        </SecondStepAsked>
      </div>
      <Below />
    </Frame>
  )
}
