import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callExamples, callPile } from '../../../shared/endpoints/piles.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useCall, useSend } from '../../kit/api/queries.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Input, TextArea } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import css from './engineer-call.module.css'
import { parsePayload } from './payload.ts'

/** What a call without an answer is: only an error of the pile is a refusal. */
const REFUSALS: Record<string, string> = {
  timed_out: 'no_answer',
  not_connected: 'not_connected',
  not_sent: 'not_sent',
  unclear: 'unclear',
}

function Answer({ data }: { data: Data<typeof callPile> }) {
  const { t } = useTranslation(['pile_page', 'piles'])
  if (data.error) {
    return (
      <Banner tone="faulted" icon="warning">
        <b>
          {t(`piles:command.${REFUSALS[data.command?.status ?? 'refused'] ?? 'refused_by_pile'}`, {
            code: data.error.code,
          })}
        </b>{' '}
        {data.error.description}
      </Banner>
    )
  }
  return (
    <section aria-live="polite">
      <small>{t('command.answer')}</small>
      <pre className={css.answer}>{JSON.stringify(data.answer, null, 2)}</pre>
    </section>
  )
}

/** The action, with those of the pile's protocol offered; choosing one brings a payload to begin with. */
function ActionInput({
  value,
  offered,
  error,
  onChange,
}: {
  value: string
  offered: readonly string[]
  error: string | undefined
  onChange: (action: string) => void
}) {
  const { t } = useTranslation(['pile_page', 'piles'])
  const list = useId()
  return (
    <>
      <Labelled label={t('command.action')} error={error}>
        {(control) => (
          <Input
            {...control}
            list={list}
            value={value}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Labelled>
      <datalist id={list}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Any call of the protocol by its action and payload; the server checks it against the schema before the pile sees it. */
export function EngineerCall({ pile: { id, station_number } }: { pile: Pick<Pile, 'id' | 'station_number'> }) {
  const { t } = useTranslation(['pile_page', 'piles'])
  const { data: { calls = {} } = {} } = useCall(callExamples, { id }, { entities: ['pile'] })
  const [chosen, setChosen] = useState<string>()
  const [text, setText] = useState('{}')
  const action = chosen ?? Object.keys(calls)[0] ?? ''
  const sending = useSend(callPile, ['command'])
  const payload = parsePayload(text)
  const refused = sending.error
  const wrong = payload.error === null ? refused?.fields.payload : t('command.payload_wrong', { error: payload.error })

  const choose = (name: string) => {
    setChosen(name)
    const example = calls[name]
    if (example !== undefined) setText(JSON.stringify(example, null, 2))
  }
  const send = () => payload.value && sending.mutate({ station_number, action, payload: payload.value })

  return (
    <Card title={t('command.call')}>
      <ActionInput value={action} offered={Object.keys(calls)} error={refused?.fields.action} onChange={choose} />
      <Labelled label={t('command.payload')} error={wrong}>
        {(control) => (
          <TextArea
            {...control}
            rows={8}
            className={css.code}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Labelled>
      <div className={css.send}>
        <Button look="primary" busy={sending.isPending} disabled={!payload.value || !action.trim()} onClick={send}>
          {t('piles:command.send')}
        </Button>
      </div>
      {refused && (
        <Banner tone="faulted" icon="warning">
          {refused.message}
        </Banner>
      )}
      {sending.data && <Answer data={sending.data} />}
    </Card>
  )
}
