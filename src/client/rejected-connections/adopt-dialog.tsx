import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { adoptPile } from '../../shared/endpoints/piles.ts'
import type { RejectedConnection } from '../../shared/entities/rejected-connection.ts'
import { useSend } from '../kit/api/queries.ts'
import { referenceOptions } from '../kit/fields/reference.ts'
import { SecretDialog } from '../kit/forms/secret-dialog.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import { Banner } from '../kit/ui/states.tsx'
import type { Option } from '../kit/ui/use-options.ts'

interface ReferenceProps {
  /** The entity's name. */
  to: string
  label: string
  value: Option<number> | null
  onChange: (option: Option<number> | null) => void
}

function Reference({ to, label, value, onChange }: ReferenceProps) {
  return (
    <Labelled label={label}>
      {({ id }) => (
        <Select id={id} label={label} {...referenceOptions(to)} value={value} onChange={onChange} clearable />
      )}
    </Labelled>
  )
}

/** Takes a pile that knocked into the network: where it stands and what it is may be said now or later. */
export function AdoptDialog({ rejected, onClose }: { rejected: RejectedConnection; onClose: () => void }) {
  const { t } = useTranslation(['piles', 'common', 'entities'])
  const navigate = useNavigate()
  const [place, setPlace] = useState<Option<number> | null>(null)
  const [type, setType] = useState<Option<number> | null>(null)
  const adopting = useSend(adoptPile, ['pile', 'rejected_connection'])
  const { data } = adopting
  const record = useRecordPath()
  const open = (id: number) => navigate(record('pile', id) ?? '/')

  const adopt = () =>
    adopting.mutate(
      { id: rejected.id, site_id: place?.key ?? null, pile_type_id: type?.key ?? null },
      { onSuccess: ({ id, password }) => password === null && open(id) },
    )

  if (data?.password) {
    return <SecretDialog label={t('password.title')} secret={data.password} onClose={() => open(data.id)} />
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" busy={adopting.isPending} onClick={adopt}>
        {t('rejected.adopt')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('rejected.title', { station: rejected.station_number })} onClose={onClose} foot={foot}>
      <p>{t('rejected.text')}</p>
      <Reference to="site" label={t('entities:pile.fields.site_id')} value={place} onChange={setPlace} />
      <Reference to="pile_type" label={t('entities:pile.fields.pile_type_id')} value={type} onChange={setType} />
      {adopting.error && (
        <Banner tone="faulted" icon="warning">
          {adopting.error.message}
        </Banner>
      )}
    </Dialog>
  )
}
