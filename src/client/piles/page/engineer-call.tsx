import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callPile } from '../../../shared/endpoints/piles.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useSend } from '../../kit/api/queries.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Input, TextArea } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import css from './engineer-call.module.css'
import { parsePayload } from './payload.ts'

/** The calls that a central system makes in OCPP 1.6, each with a payload to begin with. */
const CALLS: Record<string, Record<string, unknown>> = {
  CancelReservation: { reservationId: 1 },
  ChangeAvailability: { connectorId: 0, type: 'Operative' },
  ChangeConfiguration: { key: 'HeartbeatInterval', value: '300' },
  ClearCache: {},
  ClearChargingProfile: {},
  DataTransfer: { vendorId: '' },
  GetCompositeSchedule: { connectorId: 1, duration: 3600 },
  GetConfiguration: {},
  GetDiagnostics: { location: 'ftp://' },
  GetLocalListVersion: {},
  RemoteStartTransaction: { connectorId: 1, idTag: '' },
  RemoteStopTransaction: { transactionId: 1 },
  ReserveNow: { connectorId: 1, expiryDate: '', idTag: '', reservationId: 1 },
  Reset: { type: 'Soft' },
  SendLocalList: { listVersion: 1, updateType: 'Full', localAuthorizationList: [] },
  SetChargingProfile: { connectorId: 1, csChargingProfiles: {} },
  TriggerMessage: { requestedMessage: 'StatusNotification', connectorId: 1 },
  UnlockConnector: { connectorId: 1 },
  UpdateFirmware: { location: 'https://', retrieveDate: '' },
}

/** What a call without an answer is: only an error of the pile is a refusal. */
const REFUSALS: Record<string, string> = {
  timed_out: 'no_answer',
  not_connected: 'not_connected',
  not_sent: 'not_sent',
  unclear: 'unclear',
}

function Answer({ data }: { data: Data<typeof callPile> }) {
  const { t } = useTranslation('piles')
  if (data.error) {
    return (
      <Banner tone="faulted" icon="warning">
        <b>
          {t(`command.${REFUSALS[data.command?.status ?? 'refused'] ?? 'refused_by_pile'}`, { code: data.error.code })}
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

/** The action, with those of the standard offered; choosing one brings a payload to begin with. */
function ActionInput({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (action: string) => void
}) {
  const { t } = useTranslation('piles')
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
        {Object.keys(CALLS).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Any call of the protocol by its action and payload; the server checks it against the schema before the pile sees it. */
export function EngineerCall({ station }: { station: string }) {
  const { t } = useTranslation('piles')
  const [action, setAction] = useState('GetConfiguration')
  const [text, setText] = useState('{}')
  const sending = useSend(callPile, ['command'])
  const payload = parsePayload(text)
  const refused = sending.error
  const wrong = payload.error === null ? refused?.fields.payload : t('command.payload_wrong', { error: payload.error })

  const choose = (chosen: string) => {
    setAction(chosen)
    const example = CALLS[chosen]
    if (example !== undefined) setText(JSON.stringify(example, null, 2))
  }
  const send = () => payload.value && sending.mutate({ station_number: station, action, payload: payload.value })

  return (
    <Card title={t('command.call')}>
      <ActionInput value={action} error={refused?.fields.action} onChange={choose} />
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
          {t('command.send')}
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
