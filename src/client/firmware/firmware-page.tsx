import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { whyOf } from '../../shared/domain/campaign-why.ts'
import type { FirmwareRow } from '../../shared/endpoints/firmware.ts'
import { campaign } from '../../shared/entities/campaign.ts'
import { campaignTarget } from '../../shared/entities/campaign-target.ts'
import { firmware } from '../../shared/entities/firmware.ts'
import { type FirmwareUpgrade, firmwareUpgrade } from '../../shared/entities/firmware-upgrade.ts'
import { permissionOf, type Titled, titleOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { SheetMenu } from '../kit/sheets/sheet-menu.tsx'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { DoingDialog } from './doing-dialog.tsx'
import css from './firmware.module.css'
import type { FirmwareParts } from './parts.ts'
import { UpgradeProgress } from './upgrade-progress.tsx'
import { useFirmwareActions } from './use-firmware-actions.ts'

const fileOf = (row: AnyRow) => row.file_file as { size_bytes: number } | null
/** What stands above in other words. */
const UNTOLD = new Set(['is_delete', 'signing_certificate', 'signature'])
const shown = (row: AnyRow) => row as unknown as FirmwareRow

/** Where it is paused, resumed and cancelled. */
function CampaignLink({ campaign: latest }: { campaign: FirmwareRow['campaign'] }) {
  const { t } = useTranslation('firmware')
  const path = useRecordPath()
  if (!latest) return null
  const to = path('campaign', latest.id)
  return (
    <span className="row">
      <StatusPill entity={campaign} name="state" value={latest.state} />
      {to && (
        <ButtonLink look="link" to={to}>
          {t('campaign')}
        </ButtonLink>
      )}
    </span>
  )
}

/** What the file is, and who signed it. */
function FileFacts({ row }: { row: AnyRow }) {
  const { t } = useTranslation('firmware')
  const format = useFormat()
  const { sha256, signed_by } = shown(row)
  if (!sha256 && !signed_by) return null
  return (
    <div className={css.file}>
      <Facts>
        {sha256 && <Fact label={t('size')}>{format.number((fileOf(row)?.size_bytes ?? 0) / 1024, 1)} KB</Fact>}
        {sha256 && (
          <Fact label="SHA-256">
            <span className={css.hash}>{sha256}</span>
          </Fact>
        )}
        {signed_by && (
          <Fact label={t('signed_by')}>
            <span className={css.hash}>
              {signed_by.subject} · {t('signed_until', { day: format.day(signed_by.valid_to.slice(0, 10)) })}
            </span>
          </Fact>
        )}
      </Facts>
    </div>
  )
}

/** A firmware task: how far its piles are, each of them, and what they are given. */
export function FirmwarePage({ id, parts: { Course } }: { id: number; parts: FirmwareParts }) {
  const { t } = useTranslation('firmware')
  const may = useMay()
  const { actionsOf, doing, close } = useFirmwareActions()
  return (
    <EntityPage
      entity={firmware}
      id={id}
      actions={(row) => actionsOf(shown(row))}
      caption={(row) => {
        const titles = [row[titleOf('site_id')], row[titleOf('pile_type_id')]] as (Titled | null)[]
        return [...titles.map((one) => one?.title), row.firmware_version].filter(Boolean).join(' · ')
      }}
      tells={(field, row) => row[field] !== null && !UNTOLD.has(field)}
      above={(row) => (
        <>
          {doing && (
            <Suspense fallback={null}>
              <DoingDialog doing={doing} onClose={close} />
            </Suspense>
          )}
          {shown(row).campaign?.state === 'stopped' && (
            <Banner tone="faulted" icon="warning">
              {t('stopped', { percent: shown(row).stop_percent })}
            </Banner>
          )}
          <Card title={t('progress')} aside={<CampaignLink campaign={shown(row).campaign} />}>
            <UpgradeProgress upgrades={shown(row).upgrades} whole />
            {[shown(row).campaign].map((one) => one && <Course key={one.id} id={one.id} />)}
            <FileFacts row={row} />
          </Card>
        </>
      )}
      panels={() => may(permissionOf(firmwareUpgrade, 'list')) && <Piles firmware_id={id} />}
    />
  )
}

function Piles({ firmware_id }: { firmware_id: number }) {
  const { t } = useTranslation('firmware')
  const { t: campaigns } = useTranslation('campaigns')
  const { t: pages } = useTranslation('pile_page')
  const record = useRecordPath()
  const wide = useWide()
  const words = useWords(campaignTarget)
  const saidInWords = (said: string) => {
    const { code, figure } = whyOf(said)
    return campaigns(`why.${code}`, { figure, defaultValue: pages(`command.progress.${code}`, { defaultValue: said }) })
  }
  const whatNow = ({ waits_for, said }: FirmwareUpgrade) =>
    waits_for ? words.choice('waits_for', waits_for) : said ? saidInWords(said) : EMPTY
  return (
    <section className={css.panel}>
      <div className="row between">
        <h2>{t('piles')}</h2>
        {!wide && <SheetMenu entity={firmwareUpgrade} query={{ firmware_id }} list={firmwareUpgrade.name} embedded />}
      </div>
      <RecordList
        entity={firmwareUpgrade}
        fixed={{ firmware_id }}
        without={['firmware_id', 'waits_for', 'state']}
        chips="upgrade_status"
        embedded
        lean
        open={({ pile_id }) => record('pile', pile_id)}
        cells={{ said: whatNow }}
        fresh={{ everyMs: 1_000 }}
      />
    </section>
  )
}
