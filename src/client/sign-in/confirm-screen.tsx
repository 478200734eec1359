import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideScreen, scanScreen } from '../../shared/endpoints/screen-sign-in.ts'
import { call } from '../kit/api/call.ts'
import { AboutScreen, ScannedPage, ScreenDecided, TimeLeft, useScanned } from '../kit/session/scanned-screen.tsx'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './sign-in.module.css'

/** A screen asks to be let in: what it is and from where, and the two answers. */
export function ConfirmScreen() {
  const { t } = useTranslation('sign_ins')
  const name = useAtomValue(personAtom)?.user.name ?? ''
  const { code, left, ...scanned } = useScanned(scanScreen)
  const [confirmed, setConfirmed] = useState<boolean | null>(null)
  const deciding = useMutation({
    mutationFn: (confirm: boolean) => call(decideScreen, { code, confirm }),
    onSuccess: (_, confirm) => setConfirmed(confirm),
  })
  const done = confirmed !== null && (
    <ScreenDecided letIn={confirmed} text={t(confirmed ? 'confirm.confirmed' : 'confirm.refused')} />
  )
  return (
    <ScannedPage title={t('confirm.title')} className={css.confirm} scanned={scanned} done={done}>
      {(screen) => (
        <div className={css.form}>
          <h2>{t('confirm.question', { name })}</h2>
          <AboutScreen screen={screen} />
          <Banner tone="waiting" icon="warning">
            {t('confirm.warning')}
          </Banner>
          {deciding.error && (
            <Banner tone="faulted" icon="warning">
              {deciding.error.message}
            </Banner>
          )}
          <Button
            look="primary"
            size="large"
            busy={deciding.isPending}
            disabled={left === 0}
            onClick={() => deciding.mutate(true)}
          >
            {t('confirm.yes')}
          </Button>
          <Button size="large" disabled={deciding.isPending || left === 0} onClick={() => deciding.mutate(false)}>
            {t('confirm.no')}
          </Button>
          <TimeLeft left={left} over={t('confirm.over')} />
        </div>
      )}
    </ScannedPage>
  )
}
