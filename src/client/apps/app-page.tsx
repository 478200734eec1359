import { useTranslation } from 'react-i18next'
import type { ClientAppMore } from '../../shared/endpoints/client-apps.ts'
import { type ClientApp, clientApp } from '../../shared/entities/client-app.ts'
import { entities } from '../../shared/entities/index.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useActionWord } from '../kit/i18n/use-action-word.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './apps.module.css'
import { isAsked } from './asked.ts'
import { HowToCall } from './how-to-call.tsx'
import { useNewSecret } from './use-new-secret.tsx'

type Shown = ClientApp & ClientAppMore

const shown = (row: AnyRow) => row as unknown as Shown
const log = entities.audit_entry

/** The codes of all that it may do: what a token may ask for as its scope. */
const codes = (row: AnyRow) => <span className={css.codes}>{shown(row).permissions.join(' ') || EMPTY}</span>

/** Why it may do nothing, or less than it was given. */
function WhatItLacks({ app: { secret_at, lapsed } }: { app: Shown }) {
  const { t } = useTranslation('apps')
  if (secret_at !== null && !lapsed.length) return null
  return (
    <Banner tone="waiting" icon="info">
      {secret_at === null ? t('no_secret') : t('lapsed', { permissions: lapsed.join(', ') })}
    </Banner>
  )
}

/** What the app changed, as far as one may read the log. */
function Changes({ id }: { id: number }) {
  const { t } = useTranslation('apps')
  const may = useMay()
  const actionWord = useActionWord()
  const recordPath = useRecordPath()
  if (!may(permissionOf(log, 'list'))) return null
  return (
    <Card title={t('changes')}>
      <RecordList
        entity={log}
        name="changes_of_app"
        embedded
        // Apps count below zero.
        fixed={{ user_id: -id }}
        without={['user_name', 'user_id']}
        cells={{ action: ({ action }) => actionWord(action) }}
        open={(row) => recordPath(log.name, row.id)}
        empty={{ text: t('no_changes') }}
      />
    </Card>
  )
}

/** A client app: what it may do, how it calls, and what it did. */
export function AppPage({ id }: { id: number }) {
  const { actionOf, dialog } = useNewSecret()
  return (
    <>
      <EntityPage
        entity={clientApp}
        id={id}
        actions={(row) => [actionOf(shown(row))]}
        cells={{ menu_ids: codes }}
        tells={isAsked}
        above={(row) => <WhatItLacks app={shown(row)} />}
        panels={(row) => (
          <>
            <HowToCall app={shown(row)} />
            <Changes id={id} />
          </>
        )}
      />
      {dialog}
    </>
  )
}
