import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ServiceCampaign } from '../../shared/endpoints/maintenance.ts'
import { type Maintenance, maintenance } from '../../shared/entities/maintenance.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useTitles } from '../kit/fields/reference.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import type { MaintenanceParts } from './parts.ts'
import { useCells } from './use-cells.tsx'
import { useEnding } from './use-ending.ts'

type MaintenanceRow = Maintenance & { campaigns: readonly ServiceCampaign[] }
const rowOf = (row: AnyRow) => row as unknown as MaintenanceRow

/** By their names, each with its page. */
function Piles({ ids }: { ids: readonly number[] }) {
  const titles = useTitles('pile', ids)
  const path = useRecordPath()
  return ids.map((id, at) => {
    const to = path('pile', id)
    const title = titles.find((one) => one.id === id)?.title ?? `#${id}`
    return (
      <Fragment key={id}>
        {at > 0 && ', '}
        {to ? <Link to={to}>{title}</Link> : title}
      </Fragment>
    )
  })
}

/** How its piles went out of service, and how they came back. */
function Campaigns({ row, Campaign }: { row: MaintenanceRow; Campaign: MaintenanceParts['Campaign'] }) {
  const { t } = useTranslation('maintenance')
  return row.campaigns.map(({ id, service }) => (
    <Campaign key={id} title={t(service === 'out' ? 'taken_out' : 'put_back')} id={id} />
  ))
}

/** Planned work: when, where, what it means, and ending it. */
export function MaintenancePage({ id, parts }: { id: number; parts: MaintenanceParts }) {
  const { t } = useTranslation('maintenance')
  const { starts_at, ends_at, ended_at } = useCells()
  const ending = useEnding()
  const piles = (row: AnyRow) => rowOf(row).pile_ids ?? []
  return (
    <EntityPage
      entity={maintenance}
      id={id}
      actions={(row) => ending(rowOf(row))}
      cells={{
        starts_at: (row) => starts_at(rowOf(row)),
        ends_at: (row) => ends_at(rowOf(row)),
        ended_at: (row) => ended_at(rowOf(row)),
        pile_ids: (row) => (piles(row).length ? <Piles ids={piles(row)} /> : t('whole_site')),
      }}
      above={(row) => (
        <>
          <p className="caption">{t(`means.${rowOf(row).service}`)}</p>
          <Campaigns row={rowOf(row)} Campaign={parts.Campaign} />
        </>
      )}
    />
  )
}
