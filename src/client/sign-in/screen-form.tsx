import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInCode } from '../../shared/domain/screen-code.ts'
import type { SignedIn } from '../../shared/endpoints/auth.ts'
import { collectScreen, openScreen } from '../../shared/endpoints/screen-sign-in.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure, Failure } from '../kit/api/failure.ts'
import { Button } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { QrPicture } from '../kit/ui/qr-picture.tsx'
import { clock, useCountdown } from '../kit/ui/use-countdown.ts'
import { Remember, type Remembering } from './remember.tsx'
import css from './sign-in.module.css'
import { secondStepIn, useWayIn } from './way-in.ts'

const ASK_EVERY_MS = 1_500

/** Confirmed, with a second step still to be shown here; anything else is asked again. */
const secondStepOrNull = (error: unknown) => (secondStepIn(error) ? asFailure(error) : null)

type State = Data<typeof collectScreen>['state'] | 'opening' | 'failed'

/** A code for the telephone, and how far it is. The secret that fetches the sign-in stays in this page's memory. */
function useScreen(onAnswer: (signed: Promise<SignedIn>) => void, remember: boolean) {
  const [screen, setScreen] = useState<Data<typeof openScreen> | null>(null)
  const [state, setState] = useState<State>('opening')
  const [problem, setProblem] = useState('')
  const { left, start } = useCountdown()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the countdown is made again with every second of it
  const open = useCallback(async () => {
    setState('opening')
    try {
      const opened = await call(openScreen, {})
      setScreen(opened)
      setState('pending')
      start(opened.expires_in)
    } catch (error) {
      setProblem(asFailure(error).message)
      setState('failed')
    }
  }, [])
  useEffect(() => void open(), [open])

  const waiting = state === 'pending' || state === 'scanned'
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for each code, not for each word on the page
  useEffect(() => {
    if (!waiting || !screen) return
    let over = false
    let timer: ReturnType<typeof setTimeout>
    async function ask(secret: string) {
      // A page in the background lets its code be: nobody sees it.
      const answer = document.hidden ? null : await call(collectScreen, { secret, remember }).catch(secondStepOrNull)
      if (over) return
      if (answer instanceof Failure) return onAnswer(Promise.reject(answer))
      if (answer) setState(answer.state)
      if (answer?.signed_in) return onAnswer(Promise.resolve(answer.signed_in))
      timer = setTimeout(() => void ask(secret), ASK_EVERY_MS)
    }
    timer = setTimeout(() => void ask(screen.secret), ASK_EVERY_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [waiting, screen, remember])
  return { code: screen?.code, state, problem, left, open }
}

/** By a telephone that is signed in: it scans this screen, and its person confirms. */
export function ScreenForm({ remembering }: { remembering: Remembering }) {
  const { t } = useTranslation('sign_ins')
  const wayIn = useWayIn()
  const { code, state, problem, left, open } = useScreen(
    (answer) => void wayIn(answer, remembering.remember),
    remembering.remember,
  )
  const over = state === 'expired' || state === 'refused' || state === 'failed'
  return (
    <div className={css.screen}>
      <div className={css.frame}>
        {code && (
          <QrPicture
            className={css.qr}
            text={signInCode.address(location.origin, code)}
            label={t('screen.picture')}
            dim={state !== 'pending'}
          />
        )}
        {over && (
          <Button className={css.again ?? ''} look="primary" icon="refresh" onClick={() => void open()}>
            {t('screen.renew')}
          </Button>
        )}
        {state === 'scanned' && (
          <span className={css.again}>
            <Icon name="phone" size={32} />
          </span>
        )}
      </div>
      <p role="status">{problem && state === 'failed' ? problem : t(`screen.${state}`)}</p>
      {state === 'pending' && left > 0 && <small>{t('screen.good_for', { time: clock(left) })}</small>}
      <Remember {...remembering} />
    </div>
  )
}
