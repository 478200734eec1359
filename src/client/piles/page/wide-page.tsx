import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ArchivedBanner } from '../../kit/records/page/archived-banner.tsx'
import { useMay } from '../../kit/session/can.tsx'
import { MaintenanceMark } from '../../kit/ui/maintenance-mark.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { Tabs } from '../../kit/ui/tabs.tsx'
import type { PileParts } from '../parts.ts'
import { type PileView, pileOf } from './pile.ts'
import { PileState } from './pile-state.tsx'
import { TabBody } from './tab-body.tsx'
import { hasFace, TABS, tabOf } from './tabs.ts'
import { usePageActions } from './use-page-actions.tsx'
import { usePileCaption } from './use-pile-caption.ts'

/** A pile's page where there is room: its tabs. */
export function WidePage({ view, parts }: { view: PileView; parts: PileParts }) {
  const { t } = useTranslation('pile_page')
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const pile = pileOf(view)
  const caption = usePileCaption(view)
  const { actions, dialogs } = usePageActions(pile)
  const tab = tabOf(params.get('tab')) ?? 'realtime'
  const shown = TABS.filter(({ key, permission }) => may(permission) && (key === tab || hasFace(key, view.commands)))
  const tabs = shown.map(({ key }) => ({ key, label: t(`tabs.${key}`) }))
  const badge = (
    <>
      <PileState pile={pile} /> <MaintenanceMark until={pile.maintenance_until} />
    </>
  )
  return (
    <Page title={pile.station_number} badge={badge} caption={caption} actions={actions}>
      <ArchivedBanner row={pile} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs}
        current={tab}
        onChange={(key) => setParams({ tab: key }, { replace: true })}
      >
        <TabBody tab={tab} view={view} parts={parts} />
      </Tabs>
      {dialogs}
    </Page>
  )
}
