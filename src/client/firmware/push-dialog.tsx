import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FirmwareRow, firmwareAddress, pushFirmware } from '../../shared/endpoints/firmware.ts'
import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import { useCall } from '../kit/api/queries.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { pilesOfSite, useEndlessRecords } from '../kit/fields/use-records.ts'
import { Button } from '../kit/ui/button.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { Radios } from '../kit/ui/radios.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './firmware.module.css'

const HERE = ['localhost', '127.0.0.1', '[::1]']

/** Where piles fetch an upload from, and what speaks against it. */
function FetchedFrom() {
  const { t } = useTranslation('firmware')
  const { data } = useCall(firmwareAddress, {}, { entities: [] })
  if (!data) return null
  const isHere = HERE.includes(new URL(data.address).hostname)
  return (
    <>
      <p>{t('push.from', { address: data.address })}</p>
      {(isHere || !data.is_set) && (
        <Banner tone="waiting" icon="warning">
          {t(isHere ? 'push.only_here' : 'push.not_set')}
        </Banner>
      )}
    </>
  )
}

interface ChoiceProps {
  task: FirmwareRow
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** The piles that the task is for, to be ticked. */
function PileChoice({ task: { site_id, pile_type_id }, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation('firmware')
  const query = { ...pilesOfSite(site_id), ...(pile_type_id !== null && { pile_type_id: [pile_type_id] }) }
  const asked = { ...query, prop: 'station_number', order: 'asc' } as const
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useEndlessRecords(pileEntity, asked)
  const piles = (data?.pages ?? []).flatMap((page) => page.rows as unknown as Pile[])
  return (
    <div className={css.piles}>
      {piles.map(({ id, station_number, firmware_version }) => (
        <Checkbox
          key={id}
          label={[station_number, firmware_version].filter(Boolean).join(' · ')}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('push.more')}
        </Button>
      )}
    </div>
  )
}

/** Has piles of a task fetch and install its file: all, or those that are ticked. */
export function PushDialog({ task, onClose }: { task: FirmwareRow; onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const [which, setWhich] = useState<'all' | 'some'>('all')
  const [chosen, setChosen] = useState<number[]>([])
  const isMissing = which === 'some' && chosen.length === 0
  const pushing = useDecision(pushFirmware, {
    changes: ['firmware', 'firmware_upgrade', 'campaign'],
    done: ({ piles }) => t('push.done', { count: piles }),
    onDone: onClose,
  })
  const missing = isMissing ? ['pile_ids'] : []
  const wrong = pushing.wrongOf('pile_ids', missing)
  return (
    <DecisionDialog
      title={t('push.title', { name: task.name })}
      action={t('push.action')}
      busy={pushing.busy}
      error={pushing.elsewhere ?? (isMissing && wrong ? t('push.choose') : wrong)}
      onDecide={() => pushing.send({ id: task.id, ...(which === 'some' && { pile_ids: chosen }) }, missing)}
      onClose={onClose}
    >
      <div className={css.push}>
        <p>{t('push.text')}</p>
        <Radios
          label={t('push.which')}
          options={(['all', 'some'] as const).map((key) => ({ key, label: t(`push.${key}`) }))}
          value={which}
          onChange={setWhich}
        />
        {which === 'some' && <PileChoice task={task} chosen={chosen} onChange={setChosen} />}
        {task.signed_by && <p>{t('push.signed')}</p>}
        {task.file && <FetchedFrom />}
      </div>
    </DecisionDialog>
  )
}
