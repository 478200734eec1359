import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { ArchivedBanner } from '../../kit/records/page/archived-banner.tsx'
import { useMay } from '../../kit/session/can.tsx'
import { useHome } from '../../kit/session/homes.ts'
import { Card } from '../../kit/ui/card.tsx'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { MaintenanceMark } from '../../kit/ui/maintenance-mark.tsx'
import { Page } from '../../kit/ui/page.tsx'
import type { PileParts } from '../parts.ts'
import css from './phone-page.module.css'
import { type PileView, pileOf } from './pile.ts'
import { PileState } from './pile-state.tsx'
import { RealtimeTab } from './realtime-tab.tsx'
import { TabBody } from './tab-body.tsx'
import { hasFace, TABS, tabOf } from './tabs.ts'
import { usePageActions } from './use-page-actions.tsx'
import { usePileCaption } from './use-pile-caption.ts'

interface Row {
  key: string
  icon: IconName
  label: string
  note?: string
  to: string
  permission: string | readonly string[]
}

/** Where a pile's page leads on: each row a page of its own on a phone. */
function useRows(view: PileView): Row[] {
  const { t } = useTranslation('pile_page')
  const offline = useHome('offline_record')
  const may = useMay()
  const pile = pileOf(view)
  const permission = (key: string) => TABS.find((tab) => tab.key === key)?.permission ?? 'pile.list'
  const face = (key: string, icon: IconName, note?: string): Row => ({
    key,
    icon,
    label: t(`rows.${key}`),
    to: `?tab=${key}`,
    permission: permission(key),
    ...(note && { note }),
  })
  const rows = [
    face('alarms', 'bell', t('rows.open_alarms', { count: view.open_alarms })),
    face('history', 'clock'),
    face('orders', 'receipt', t('rows.orders_today', { count: view.orders_today })),
    face('reservations', 'clock'),
    offline && {
      key: 'offline',
      icon: 'offline' as const,
      label: t('rows.offline'),
      note: t('rows.offline_month', { count: view.offline_this_month }),
      to: `${offline}?pile_id=${pile.id}`,
      permission: 'offline_record.list',
    },
    face('commands', 'wrench'),
    face('configuration', 'gear'),
    hasFace('monitors', view.commands) && face('monitors', 'gauge'),
    hasFace('screen', view.commands) && face('screen', 'window'),
    face('card_list', 'card'),
    face('info', 'info'),
    face('log', 'list'),
    face('aside', 'document'),
  ]
  return rows.filter((row): row is Row => Boolean(row)).filter((row) => may(row.permission))
}

function Rows({ view }: { view: PileView }) {
  const rows = useRows(view)
  return (
    <Card flush>
      {rows.map(({ key, icon, label, note, to }) => (
        <Link key={key} className={css.row} to={to}>
          <Icon name={icon} size={20} />
          <span className="grow">{label}</span>
          {note && <small>{note}</small>}
          <Icon name="right" size={16} />
        </Link>
      ))}
    </Card>
  )
}

function Overview({ view, ...parts }: { view: PileView } & Pick<PileParts, 'OutsideLimits' | 'Reserved'>) {
  const pile = pileOf(view)
  const caption = usePileCaption(view, { site: false })
  return (
    <>
      <ArchivedBanner row={pile} />
      <Card>
        <div className="row between">
          <div>
            <b className={css.place}>{pile.site?.title ?? pile.station_number}</b>
            <div className="caption">{caption}</div>
          </div>
          <PileState pile={pile} />
        </div>
        <MaintenanceMark until={pile.maintenance_until} />
      </Card>
      <RealtimeTab view={view} {...parts} />
      <Rows view={view} />
    </>
  )
}

/** A pile's page on a phone: its connectors first, the rest behind rows. */
export function PhonePage({ view, parts }: { view: PileView; parts: PileParts }) {
  const { t } = useTranslation('pile_page')
  const home = useHome('pile')
  const [params] = useSearchParams()
  const pile = pileOf(view)
  const { actions, dialogs } = usePageActions(pile)
  const tab = tabOf(params.get('tab'))
  if (tab && tab !== 'realtime') {
    return (
      <Page title={`${t(`tabs.${tab}`)} · ${pile.station_number}`} back={home ? `${home}/${pile.id}` : '/'}>
        <TabBody tab={tab} view={view} parts={parts} />
      </Page>
    )
  }
  return (
    <Page title={pile.station_number} {...(home && { back: home })} actions={actions}>
      <Overview view={view} OutsideLimits={parts.OutsideLimits} Reserved={parts.Reserved} />
      {dialogs}
    </Page>
  )
}
