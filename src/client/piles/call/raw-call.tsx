import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { callPile } from '../../../shared/endpoints/piles.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Input, TextArea } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { CallFields } from './call-fields.tsx'
import { CallHistory } from './call-history.tsx'
import css from './raw-call.module.css'
import { type RawCallState, useRawCall } from './use-raw-call.ts'

/** What a call without an answer is: only an error of the pile is a refusal. */
const REFUSALS: Record<string, string> = {
  queued: 'no_answer',
  sent: 'no_answer',
  timed_out: 'no_answer',
  not_connected: 'not_connected',
  not_sent: 'not_sent',
  unclear: 'unclear',
}

function Answer({ data }: { data: Data<typeof callPile> }) {
  const { t } = useTranslation(['pile_call', 'piles'])
  if (data.error) {
    const word = REFUSALS[data.command?.status ?? 'refused'] ?? 'refused_by_pile'
    return (
      <Banner tone="faulted" icon="warning">
        <b>{t(`piles:command.${word}`, { code: data.error.code })}</b> {data.error.description}
      </Banner>
    )
  }
  return (
    <section aria-live="polite">
      <small>{t('answer')}</small>
      <pre className={css.answer}>{JSON.stringify(data.answer, null, 2)}</pre>
    </section>
  )
}

/** The action, with those of the pile's protocol offered; choosing one brings a payload to begin with. */
function ActionInput({ call }: { call: RawCallState }) {
  const { t } = useTranslation('pile_call')
  const list = useId()
  return (
    <>
      <Labelled label={t('action')} error={call.refused?.fields.action}>
        {(control) => (
          <Input
            {...control}
            list={list}
            value={call.action}
            spellCheck={false}
            onChange={(event) => call.choose(event.target.value)}
          />
        )}
      </Labelled>
      <datalist id={list}>
        {call.actions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** What is said with it: as a form where the protocol says what it takes, or as JSON. */
function Said({ call }: { call: RawCallState }) {
  const { t } = useTranslation('pile_call')
  const { form, way } = call
  return (
    <>
      {form?.kind === 'object' && (
        <div className={css.way}>
          <Segments
            label={t('way')}
            options={[
              { key: 'form', label: t('form') },
              { key: 'json', label: 'JSON' },
            ]}
            value={way}
            onChange={call.turn}
          />
          <Button look="link" onClick={call.startOver}>
            {t('start_over')}
          </Button>
        </div>
      )}
      {way === 'form' && form?.kind === 'object' ? (
        <CallFields node={form} value={call.value} wrong={call.wrong} onChange={call.change} />
      ) : (
        <Labelled label={t('payload')} error={call.wrongJson ?? call.refused?.fields.payload}>
          {(control) => (
            <TextArea
              {...control}
              rows={8}
              className={css.code}
              spellCheck={false}
              value={call.text}
              onChange={(event) => call.type(event.target.value)}
            />
          )}
        </Labelled>
      )}
    </>
  )
}

/** Any call of the protocol by its action and payload; the server checks it against the schema before the pile sees it. */
export function RawCall({ pile }: { pile: Pick<Pile, 'id' | 'station_number'> }) {
  const { t } = useTranslation('pile_call')
  const may = useMay()
  const call = useRawCall(pile)
  const { sending, refused } = call
  return (
    <Card title={t('title')}>
      <ActionInput call={call} />
      <Said call={call} />
      <div className={css.send}>
        <Button
          look="primary"
          busy={sending.isPending}
          disabled={Boolean(call.wrongJson) || !call.action.trim()}
          onClick={call.send}
        >
          {t('send')}
        </Button>
      </div>
      {Object.keys(call.wrong).length > 0 && !refused && (
        <Banner tone="waiting" icon="warning">
          {t('wrong')}
        </Banner>
      )}
      {refused && (
        <Banner tone="faulted" icon="warning">
          {refused.fields.payload ?? refused.fields.sure ?? refused.message}
        </Banner>
      )}
      {sending.data && <Answer data={sending.data} />}
      {may('command.list') && <CallHistory pileId={pile.id} onTakeUp={call.takeUp} />}
    </Card>
  )
}
