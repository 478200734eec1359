import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { scanScreen } from '../../../shared/endpoints/screen-sign-in.ts'
import type { scanWall } from '../../../shared/endpoints/wall.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { call } from '../api/call.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, ErrorBox, Skeleton } from '../ui/states.tsx'
import { clock, useCountdown } from '../ui/use-countdown.ts'
import { useBrowserName } from './use-browser-name.ts'

export type Scanned = Data<typeof scanScreen | typeof scanWall>

/** The screen whose code is in the page's address, scanned by this person; `left` seconds for them to decide. */
export function useScanned(endpoint: typeof scanScreen | typeof scanWall) {
  const { code = '' } = useParams()
  const { left, start } = useCountdown()
  const { mutate, data, error } = useMutation({
    mutationFn: () => call(endpoint, { code }),
    onSuccess: (screen) => start(screen.expires_in),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is another screen
  useEffect(() => mutate(), [mutate, code])
  return { code, left, screen: data, error }
}

interface PageProps {
  title: string
  scanned: Pick<ReturnType<typeof useScanned>, 'screen' | 'error'>
  /** What became of it, once the person has decided. */
  done: ReactNode
  children: (screen: Scanned) => ReactNode
  className?: string | undefined
}

/** A screen asks to be let in: until it is known what it is, while someone decides, and after that. */
export const ScannedPage = ({ title, scanned: { screen, error }, done, children, className = '' }: PageProps) => (
  <Page title={title}>
    <Card className={className}>
      {done}
      {!done && error && <ErrorBox error={error} />}
      {!done && !error && (screen ? children(screen) : <Skeleton height={200} />)}
    </Card>
  </Page>
)

/** What it is, and where. */
export function AboutScreen({ screen }: { screen: Scanned }) {
  const { t } = useTranslation('sign_ins')
  const named = useBrowserName()(screen)
  return (
    <Facts>
      <Fact label={t('confirm.browser')}>{named ?? t('confirm.unknown')}</Fact>
      <Fact label={t('confirm.address')}>{screen.address}</Fact>
      <Fact label={t('confirm.where')}>{t(`confirm.places.${screen.place}`)}</Fact>
    </Facts>
  )
}

/** How long there is to decide, or `over`. */
export function TimeLeft({ left, over }: { left: number; over: string }) {
  const { t } = useTranslation('sign_ins')
  return (
    <small role={left > 0 ? undefined : 'alert'}>{left > 0 ? t('confirm.left', { time: clock(left) }) : over}</small>
  )
}

export function ScreenDecided({ letIn, text }: { letIn: boolean; text: string }) {
  const { t } = useTranslation('sign_ins')
  return (
    <Empty icon={letIn ? 'check' : 'close'} text={text}>
      <ButtonLink look="primary" to="/" replace>
        {t('confirm.home')}
      </ButtonLink>
    </Empty>
  )
}
