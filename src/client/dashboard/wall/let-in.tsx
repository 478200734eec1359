import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { letWallIn, refuseWall, scanWall } from '../../../shared/endpoints/wall.ts'
import { wallDisplay } from '../../../shared/entities/wall-display.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { call } from '../../kit/api/call.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { invalidate } from '../../kit/api/queries.ts'
import { NewInPlace } from '../../kit/fields/new-in-place.tsx'
import { referenceOptions, useTitles } from '../../kit/fields/reference.ts'
import { useBrowserName } from '../../kit/session/use-browser-name.ts'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Banner, Empty, ErrorBox, Skeleton } from '../../kit/ui/states.tsx'
import { clock, useCountdown } from '../../kit/ui/use-countdown.ts'
import css from './wall.module.css'

type Scanned = Data<typeof scanWall>

function About({ screen }: { screen: Scanned }) {
  const { t } = useTranslation(['wall', 'sign_ins'])
  const named = useBrowserName()(screen)
  return (
    <Facts>
      <Fact label={t('sign_ins:confirm.browser')}>{named ?? t('sign_ins:confirm.unknown')}</Fact>
      <Fact label={t('sign_ins:confirm.address')}>{screen.address}</Fact>
      <Fact label={t('sign_ins:confirm.where')}>{t(`sign_ins:confirm.places.${screen.place}`)}</Fact>
    </Facts>
  )
}

interface ChoiceProps {
  value: number | null
  onChange: (id: number | null) => void
  error: string | undefined
}

/** One of the displays that there are, or one that is made here. */
function DisplayChoice({ value, onChange, error }: ChoiceProps) {
  const { t } = useTranslation('wall')
  const [found] = useTitles(wallDisplay.name, value === null ? [] : [value])
  return (
    <Labelled label={t('let_in.display')} required error={error}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <div className={css.display}>
          <Select<number>
            id={id}
            label={t('let_in.display')}
            {...referenceOptions(wallDisplay.name)}
            value={value === null ? null : { key: value, label: found?.title ?? `#${value}` }}
            onChange={(option) => onChange(option?.key ?? null)}
            clearable={false}
            invalid={invalid}
            {...(describedBy && { describedBy })}
          />
          <NewInPlace to={wallDisplay.name} onMade={(made) => onChange(made.id)} />
        </div>
      )}
    </Labelled>
  )
}

function useDeciding(code: string) {
  const [done, setDone] = useState<'let_in' | 'refused' | null>(null)
  const letIn = useMutation({
    mutationFn: (id: number) => call(letWallIn, { code, id }),
    onSuccess: () => {
      setDone('let_in')
      void invalidate(wallDisplay.name)
    },
  })
  const refuse = useMutation({
    mutationFn: () => call(refuseWall, { code }),
    onSuccess: () => setDone('refused'),
  })
  return { done, letIn, refuse }
}

function Decided({ done }: { done: 'let_in' | 'refused' }) {
  const { t } = useTranslation(['wall', 'sign_ins'])
  return (
    <Empty icon={done === 'let_in' ? 'check' : 'close'} text={t(`let_in.${done}`)}>
      <ButtonLink look="primary" to="/" replace>
        {t('sign_ins:confirm.home')}
      </ButtonLink>
    </Empty>
  )
}

function Deciding({
  screen,
  left,
  deciding,
}: {
  screen: Scanned
  left: number
  deciding: ReturnType<typeof useDeciding>
}) {
  const { t } = useTranslation(['wall', 'sign_ins'])
  const [id, setId] = useState<number | null>(null)
  const { letIn, refuse } = deciding
  const failed = letIn.error ?? refuse.error
  const fields = failed ? asFailure(failed).fields : {}
  const busy = letIn.isPending || refuse.isPending
  return (
    <div className={css.choose}>
      <h2>{t('let_in.question')}</h2>
      <About screen={screen} />
      <Banner tone="waiting" icon="warning">
        {t('let_in.warning')}
      </Banner>
      <DisplayChoice value={id} onChange={setId} error={fields.id} />
      {failed && !fields.id && (
        <Banner tone="faulted" icon="warning">
          {failed.message}
        </Banner>
      )}
      <Button
        look="primary"
        size="large"
        busy={letIn.isPending}
        disabled={busy || left === 0 || id === null}
        onClick={() => id !== null && letIn.mutate(id)}
      >
        {t('let_in.yes')}
      </Button>
      <Button size="large" disabled={busy || left === 0} onClick={() => refuse.mutate()}>
        {t('sign_ins:confirm.no')}
      </Button>
      <small role={left > 0 ? undefined : 'alert'}>
        {left > 0 ? t('sign_ins:confirm.left', { time: clock(left) }) : t('let_in.over')}
      </small>
    </div>
  )
}

/** A screen for a wall asks to be let in: what it is and from where, and which display it is to show. */
export function LetIn() {
  const { t } = useTranslation('wall')
  const { code = '' } = useParams()
  const { left, start } = useCountdown()
  const scanning = useMutation({
    mutationFn: () => call(scanWall, { code }),
    onSuccess: (screen) => start(screen.expires_in),
  })
  const { mutate, data: screen, error } = scanning
  const deciding = useDeciding(code)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is another screen
  useEffect(() => mutate(), [mutate, code])
  return (
    <Page title={t('let_in.title')}>
      <Card>
        {deciding.done && <Decided done={deciding.done} />}
        {!deciding.done && error && <ErrorBox error={error} />}
        {!deciding.done && !error && !screen && <Skeleton height={220} />}
        {!deciding.done && !error && screen && <Deciding screen={screen} left={left} deciding={deciding} />}
      </Card>
    </Page>
  )
}
