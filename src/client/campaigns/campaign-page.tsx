import { useTranslation } from 'react-i18next'
import { whyOf } from '../../shared/domain/campaign-why.ts'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { campaign } from '../../shared/entities/campaign.ts'
import { type CampaignTarget, campaignTarget } from '../../shared/entities/campaign-target.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { SheetMenu } from '../kit/sheets/sheet-menu.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { useCampaignCells } from './campaign-cells.ts'
import { CampaignHours } from './campaign-hours.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { CampaignWaves } from './campaign-waves.tsx'
import css from './campaigns.module.css'
import { useCampaignActions } from './use-campaign-actions.ts'

/** Before the keys that it is about: `RebootRequired: HeartbeatInterval`. */
const KEYS_WORD =
  /\b(?:RebootRequired|Rejected|NotSupported|UnknownComponent|UnknownVariable|NotSupportedAttributeType)(?=: )/g

/** Less than how far it is. */
const ACCEPTED = 'Accepted'
const shown = (row: AnyRow) => row as unknown as CampaignRow

/** A campaign: how far it is, its rules, and each of its piles. */
export function CampaignPage({ id }: { id: number }) {
  const { t } = useTranslation('campaigns')
  const may = useMay()
  const actionsOf = useCampaignActions()
  const cells = useRuleCells()
  const format = useFormat()
  return (
    <EntityPage
      entity={campaign}
      id={id}
      actions={(row) => actionsOf(shown(row))}
      caption={(row) => {
        const { asked_by: who, created_at } = shown(row)
        const said = { what: cells.action(row), ago: format.ago(created_at) }
        return who === null ? t('caption_ours', said) : t('caption', { ...said, who })
      }}
      cells={cells}
      tells={tells}
      above={(row) => (
        <>
          {row.state === 'stopped' && (
            <Banner tone="faulted" icon="warning">
              {t('stopped_text', { percent: row.stop_percent })}
            </Banner>
          )}
          <Card title={t('progress')}>
            <CampaignProgress targets={shown(row).targets} whole />
            <CampaignWaves row={shown(row)} />
            <CampaignHours row={shown(row)} />
          </Card>
        </>
      )}
      panels={() => may(permissionOf(campaignTarget, 'list')) && <Targets campaign_id={id} />}
    />
  )
}

/** A rule that does not hold for this one says nothing. */
const tells = (field: string, row: AnyRow) =>
  !(['pilot', 'stop_percent', 'ended_at'].includes(field) && row[field] === null) &&
  !['window_from', 'window_to'].includes(field)

function useRuleCells() {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  return {
    ...useCampaignCells(),
    until: (row: AnyRow) => format.full(shown(row).until),
    at_once: (row: AnyRow) => t('at_once', { count: shown(row).at_once, most: format.number(shown(row).at_once) }),
  }
}

function Targets({ campaign_id }: { campaign_id: number }) {
  const { t } = useTranslation('campaigns')
  const record = useRecordPath()
  const wide = useWide()
  const { t: pages } = useTranslation('pile_page')
  const words = useWords(campaignTarget)
  const saidInWords = (said: string) => {
    const { code, figure } = whyOf(said)
    const other = said.replace(KEYS_WORD, (word) => t(`said.${word}`))
    return t(`why.${code}`, { figure, defaultValue: pages(`command.progress.${code}`, { defaultValue: other }) })
  }
  const stepOf = (step: string | null) => (step ? t(`steps.${step}`, { defaultValue: EMPTY }) : EMPTY)
  const whatNow = ({ waits_for, said, step }: CampaignTarget) => {
    if (waits_for) return words.choice('waits_for', waits_for)
    return said && !(step && said === ACCEPTED) ? saidInWords(said) : stepOf(step)
  }
  return (
    <section className={css.panel}>
      <div className="row between">
        <h2>{t('piles')}</h2>
        {!wide && <SheetMenu entity={campaignTarget} query={{ campaign_id }} list={campaignTarget.name} embedded />}
      </div>
      <RecordList
        entity={campaignTarget}
        fixed={{ campaign_id }}
        without={['campaign_id', 'waits_for', 'step']}
        chips="state"
        embedded
        lean
        open={({ pile_id }) => record('pile', pile_id)}
        cells={{ said: whatNow }}
        fresh={{ everyMs: 1_000 }}
      />
    </section>
  )
}
