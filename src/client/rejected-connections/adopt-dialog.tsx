import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { adoptPile } from '../../shared/endpoints/piles.ts'
import { pile } from '../../shared/entities/pile.ts'
import type { RejectedConnection } from '../../shared/entities/rejected-connection.ts'
import type { Failure } from '../kit/api/failure.ts'
import { useSend } from '../kit/api/queries.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { SecretDialog } from '../kit/forms/secret-dialog.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Banner } from '../kit/ui/states.tsx'

interface PlaceProps {
  /** Of the pile that it becomes. */
  name: 'site_id' | 'pile_type_id'
  value: number | null
  onChange: (id: number | null) => void
}

function Place({ name, value, onChange }: PlaceProps) {
  const words = useWords(pile)
  return (
    <Labelled label={words.label(name)}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FieldInput
          entity={pile}
          {...{ name, id, invalid, describedBy, value }}
          onChange={(chosen) => onChange(typeof chosen === 'number' ? chosen : null)}
          disabled={false}
        />
      )}
    </Labelled>
  )
}

/** The pile whose password would be replaced, as the server says when it was not confirmed. */
interface Replaced {
  last_seen_at: string | null
  last_address: string | null
}

const replacedIn = ({ code, data }: Failure) =>
  code === 409 ? ((data as { pile?: Replaced } | null)?.pile ?? null) : null

/** What becomes of the password that was offered, and of whose it would be. */
function useTexts({ reason, station_number: station, address, offered, fingerprint }: RejectedConnection) {
  const { t } = useTranslation('rejected_connections')
  const shown = { address, fingerprint: fingerprint ?? '' }
  if (reason === 'unknown_station') {
    const text = t(offered === 'good' ? 'text' : `text_${offered}`)
    return {
      title: t('title', { station }),
      text,
      yes: t('adopt'),
      facts: t('shown', shown),
    }
  }
  const [text, yes] =
    offered === 'good' ? (['replace_text', 'replace'] as const) : (['replace_text_fresh', 'replace_fresh'] as const)
  return { title: t('replace_title', { station }), text: t(text, shown), yes: t(yes), facts: null }
}

export interface AdoptProps {
  rejected: RejectedConnection
  onClose: () => void
}

/**
 * Takes a pile that tried to connect into the network, with the password that this row shows: where it stands and what it is may be said now or
 * later. Of a pile that is known the password is replaced, in a second step that says what by and whose.
 */
export function AdoptDialog({ rejected, onClose }: AdoptProps) {
  const { t } = useTranslation(['rejected_connections', 'pile_page', 'common'])
  const navigate = useNavigate()
  const [place, setPlace] = useState<number | null>(null)
  const [type, setType] = useState<number | null>(null)
  const adopting = useSend(adoptPile, ['pile', 'rejected_connection'])
  const { data } = adopting
  const { title, text, yes, facts } = useTexts(rejected)
  const { moment } = useFormat()
  const [replaced, setReplaced] = useState<Replaced | null>(null)
  const [sure, setSure] = useState(false)
  const isNew = rejected.reason === 'unknown_station'
  const record = useRecordPath()
  const open = (id: number) => navigate(record('pile', id) ?? '/')

  const adopt = () =>
    adopting.mutate(
      {
        ...{ id: rejected.id, fingerprint: rejected.fingerprint },
        ...(isNew && { site_id: place, pile_type_id: type }),
        ...(replaced && { replace_password: sure }),
      },
      {
        onSuccess: ({ id, password }) => password === null && open(id),
        onError: (failure) => setReplaced(replacedIn(failure) ?? replaced),
      },
    )

  if (data?.password) {
    return <SecretDialog label={t('pile_page:password.title')} secret={data.password} onClose={() => open(data.id)} />
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" busy={adopting.isPending} disabled={replaced !== null && !sure} onClick={adopt}>
        {yes}
      </Button>
    </>
  )
  return (
    <Dialog small title={title} onClose={onClose} foot={foot}>
      <p>{text}</p>
      {facts && rejected.fingerprint && <p>{facts}</p>}
      {isNew && (
        <>
          <Place name="site_id" value={place} onChange={setPlace} />
          <Place name="pile_type_id" value={type} onChange={setType} />
        </>
      )}
      {replaced && (
        <>
          <Banner tone="faulted" icon="warning">
            {replaced.last_seen_at
              ? t('replaces', {
                  seen: moment(replaced.last_seen_at),
                  address: replaced.last_address ?? t('nowhere'),
                })
              : t('replaces_unseen')}
          </Banner>
          <Checkbox label={t('replace_sure')} checked={sure} onChange={({ target }) => setSure(target.checked)} />
        </>
      )}
      {adopting.error && !replacedIn(adopting.error) && (
        <Banner tone="faulted" icon="warning">
          {adopting.error.message}
        </Banner>
      )}
    </Dialog>
  )
}
