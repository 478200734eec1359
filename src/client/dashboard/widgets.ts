import type { ComponentType } from 'react'
import type { WidgetKey } from '../../shared/widgets/index.ts'
import { Attention } from './attention.tsx'
import { FailureMap } from './failure-map.tsx'
import { FiguresWidget } from './figures.tsx'
import { IncomeByKind } from './income-by-kind.tsx'
import { IncomeTrend } from './income-trend.tsx'
import { ofDashboard } from './of-dashboard.tsx'
import { SiteStates } from './site-states.tsx'
import { TextWidget } from './text.tsx'
import type { WidgetProps } from './widget-props.ts'
import { WorstPiles } from './worst-piles.tsx'

/** What each widget of `src/shared/widgets` shows, in a card of its own. */
export const components: Readonly<Record<WidgetKey, ComponentType<WidgetProps>>> = {
  figures: FiguresWidget,
  failure_map: ofDashboard('failure_map', FailureMap),
  income_by_kind: ofDashboard('income_by_kind', IncomeByKind),
  income_trend: ofDashboard('income_trend', IncomeTrend),
  sites: ofDashboard('sites', SiteStates),
  attention: ofDashboard('attention', Attention),
  text: TextWidget,
  worst_piles: ofDashboard('worst_piles', WorstPiles),
}
