import type { ComponentType } from 'react'
import type { WidgetKey } from '../../shared/widgets/index.ts'
import { Attention } from './attention.tsx'
import { BalancesWidget } from './balances.tsx'
import { BestWorstWidget } from './best-worst.tsx'
import { FailureMap } from './failure-map.tsx'
import { FaultsWidget } from './faults.tsx'
import { AllFigures, WaitingFigures } from './figures.tsx'
import { HeatWidget, HoursWidget } from './hours.tsx'
import { IncomeByKind } from './income-by-kind.tsx'
import { IncomeTrend } from './income-trend.tsx'
import { ofDashboard } from './of-dashboard.tsx'
import { OfflinePilesWidget } from './offline-piles.tsx'
import { OwnWorkWidget } from './own-work.tsx'
import { Power } from './power.tsx'
import { SiteStates } from './site-states.tsx'
import { TextWidget } from './text.tsx'
import { WatchPile, WatchSite } from './watch.tsx'
import type { WidgetProps } from './widget-props.ts'
import { WorstPiles } from './worst-piles.tsx'

/** What each widget of `src/shared/widgets` shows, in a card of its own. */
export const components: Readonly<Record<WidgetKey, ComponentType<WidgetProps>>> = {
  figures: ofDashboard('figures', AllFigures, WaitingFigures),
  power: ofDashboard('power', Power),
  failure_map: ofDashboard('failure_map', FailureMap),
  income_by_kind: ofDashboard('income_by_kind', IncomeByKind),
  income_trend: ofDashboard('income_trend', IncomeTrend),
  sites: ofDashboard('sites', SiteStates),
  attention: ofDashboard('attention', Attention),
  worst_piles: ofDashboard('worst_piles', WorstPiles),
  faults: FaultsWidget,
  offline_piles: OfflinePilesWidget,
  own_work: OwnWorkWidget,
  best_worst: BestWorstWidget,
  hours: HoursWidget,
  heat: HeatWidget,
  balances: BalancesWidget,
  watch_site: WatchSite,
  watch_pile: WatchPile,
  text: TextWidget,
}
