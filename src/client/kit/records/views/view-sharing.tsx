import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { role } from '../../../../shared/entities/role.ts'
import { user } from '../../../../shared/entities/user.ts'
import { permissionOf } from '../../../../shared/kit/entity.ts'
import { references } from '../../../../shared/kit/fields.ts'
import { ReferencesInput } from '../../fields/reference-input.tsx'
import { useMay } from '../../session/can.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { Radios } from '../../ui/radios.tsx'
import type { Sharing } from './save-view.ts'

const FIELDS = {
  role_ids: { entity: role, field: references('role', { optional: true }), label: 'roles' },
  user_ids: { entity: user, field: references('user', { optional: true }), label: 'persons' },
} as const

type Whom = 'only_me' | 'some' | 'everybody'

function whomOf({ shared, role_ids, user_ids }: Sharing): Whom {
  if (shared) return 'everybody'
  return role_ids.length + user_ids.length > 0 ? 'some' : 'only_me'
}

interface Props {
  /** As the list or the page calls those who see it. */
  everybody: string
  sharing: Sharing
  wrong: string | null
  onChange: (sharing: Sharing) => void
}

/** Who may use a view. Roles and persons are named by those alone who may see them. */
export function ViewSharing({ everybody, sharing, wrong, onChange }: Props) {
  const { t } = useTranslation(['common', 'views'])
  const may = useMay()
  const [whom, setWhom] = useState(() => whomOf(sharing))
  const named = (['role_ids', 'user_ids'] as const).filter(
    (name) => may(permissionOf(FIELDS[name].entity, 'list')) || sharing[name].length > 0,
  )
  const options: { key: Whom; label: string }[] = [
    { key: 'only_me', label: t('views:only_me') },
    ...(named.length > 0 ? [{ key: 'some' as const, label: t('views:some') }] : []),
    { key: 'everybody', label: everybody },
  ]
  const choose = (next: Whom) => {
    setWhom(next)
    const kept = next === 'some' ? sharing : { role_ids: [], user_ids: [] }
    onChange({ ...kept, shared: next === 'everybody' })
  }
  return (
    <>
      <Labelled label={t('views:seen_by')} error={wrong}>
        {(control) => (
          <Radios {...control} stacked label={t('views:seen_by')} options={options} value={whom} onChange={choose} />
        )}
      </Labelled>
      {whom === 'some' && (
        <>
          {named.map((name) => {
            const { entity, field, label } = FIELDS[name]
            return (
              <Labelled key={name} label={t(`views:${label}`)}>
                {({ id }) => (
                  <ReferencesInput
                    {...{ entity, name, field, label: t(`views:${label}`), id, value: sharing[name] }}
                    invalid={false}
                    disabled={false}
                    describedBy={undefined}
                    where={{}}
                    onChange={(ids) => onChange({ ...sharing, [name]: ids as number[] })}
                  />
                )}
              </Labelled>
            )
          })}
          <small>{t('views:rights_hold')}</small>
        </>
      )}
    </>
  )
}
