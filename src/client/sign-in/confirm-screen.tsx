import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { decideScreen, scanScreen } from '../../shared/endpoints/screen-sign-in.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { personAtom } from '../kit/session/session.ts'
import { useBrowserName } from '../kit/session/use-browser-name.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Banner, Empty, ErrorBox, Skeleton } from '../kit/ui/states.tsx'
import { clock, useCountdown } from '../kit/ui/use-countdown.ts'
import css from './sign-in.module.css'

type Screen = Data<typeof scanScreen>

function Decided({ confirmed }: { confirmed: boolean }) {
  const { t } = useTranslation('sign_ins')
  return (
    <Empty icon={confirmed ? 'check' : 'close'} text={t(confirmed ? 'confirm.confirmed' : 'confirm.refused')}>
      <ButtonLink look="primary" to="/" replace>
        {t('confirm.home')}
      </ButtonLink>
    </Empty>
  )
}

function About({ screen }: { screen: Screen }) {
  const { t } = useTranslation('sign_ins')
  const { address, place } = screen
  const named = useBrowserName()(screen)
  return (
    <Facts>
      <Fact label={t('confirm.browser')}>{named ?? t('confirm.unknown')}</Fact>
      <Fact label={t('confirm.address')}>{address}</Fact>
      <Fact label={t('confirm.where')}>{t(`confirm.places.${place}`)}</Fact>
    </Facts>
  )
}

/** A screen asks to be let in: what it is and from where, and the two answers. */
export function ConfirmScreen() {
  const { t } = useTranslation('sign_ins')
  const { code = '' } = useParams()
  const name = useAtomValue(personAtom)?.user.name ?? ''
  const { left, start } = useCountdown()
  const [confirmed, setConfirmed] = useState<boolean | null>(null)
  const scanning = useMutation({
    mutationFn: () => call(scanScreen, { code }),
    onSuccess: (screen) => start(screen.expires_in),
  })
  const deciding = useMutation({
    mutationFn: (confirm: boolean) => call(decideScreen, { code, confirm }),
    onSuccess: (_, confirm) => setConfirmed(confirm),
  })
  const { mutate } = scanning
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is another screen
  useEffect(() => mutate(), [mutate, code])
  const screen = scanning.data
  return (
    <Page title={t('confirm.title')}>
      <Card className={css.confirm ?? ''}>
        {confirmed !== null && <Decided confirmed={confirmed} />}
        {scanning.error && <ErrorBox error={scanning.error} />}
        {confirmed === null && !scanning.error && !screen && <Skeleton height={180} />}
        {confirmed === null && screen && (
          <div className={css.form}>
            <h2>{t('confirm.question', { name })}</h2>
            <About screen={screen} />
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
            <small role={left > 0 ? undefined : 'alert'}>
              {left > 0 ? t('confirm.left', { time: clock(left) }) : t('confirm.over')}
            </small>
          </div>
        )}
      </Card>
    </Page>
  )
}
