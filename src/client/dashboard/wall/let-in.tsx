import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { letWallIn, refuseWall, scanWall } from '../../../shared/endpoints/wall.ts'
import { wallDisplay } from '../../../shared/entities/wall-display.ts'
import { call } from '../../kit/api/call.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { invalidate } from '../../kit/api/queries.ts'
import { NewInPlace } from '../../kit/fields/new-in-place.tsx'
import { referenceOptions, useTitles } from '../../kit/fields/reference.ts'
import {
  AboutScreen,
  type Scanned,
  ScannedPage,
  ScreenDecided,
  TimeLeft,
  useScanned,
} from '../../kit/session/scanned-screen.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import css from './wall.module.css'

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

function Deciding({
  screen,
  left,
  deciding,
}: {
  screen: Scanned
  left: number
  deciding: Omit<ReturnType<typeof useDeciding>, 'done'>
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
      <AboutScreen screen={screen} />
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
      <TimeLeft left={left} over={t('let_in.over')} />
    </div>
  )
}

/** A screen for a wall asks to be let in: what it is and from where, and which display it is to show. */
export function LetIn() {
  const { t } = useTranslation('wall')
  const { code, left, ...scanned } = useScanned(scanWall)
  const { done, ...deciding } = useDeciding(code)
  return (
    <ScannedPage
      title={t('let_in.title')}
      scanned={scanned}
      done={done && <ScreenDecided letIn={done === 'let_in'} text={t(`let_in.${done}`)} />}
    >
      {(screen) => <Deciding screen={screen} left={left} deciding={deciding} />}
    </ScannedPage>
  )
}
