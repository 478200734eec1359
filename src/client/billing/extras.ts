import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { CreateStrategy } from './create-strategy.tsx'
import { RulePreview } from './rule-preview.tsx'
import { StrategyPreview } from './strategy-preview.tsx'

export const billingRuleExtras: EntityExtras = {
  List: lazy(() => import('./rule-list.tsx').then((module) => ({ default: module.RuleList }))),
  preview: RulePreview,
}

export const strategyExtras: EntityExtras = {
  List: lazy(() => import('./strategy-list.tsx').then((module) => ({ default: module.StrategyList }))),
  Page: lazy(() => import('./strategy-page.tsx').then((module) => ({ default: module.StrategyPage }))),
  preview: StrategyPreview,
  Create: CreateStrategy,
}
