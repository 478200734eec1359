import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import type { WidgetKey } from '../../shared/widgets/index.ts'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useRoom } from './room.ts'
import { useDashboard } from './use-dashboard.ts'

const USUAL = 160

export interface OfDashboardProps {
  data: Dashboard
  /** Which days the trend has, in words. */
  period: string
}

/** In the place of a widget that is asked for, with its title. */
export function WidgetWaiting({ widget }: { widget: WidgetKey }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t(`widgets.${widget}`)}>
      <Skeleton height={useRoom(USUAL)} />
    </Card>
  )
}

/** A widget of what the dashboard's own call says. */
export const ofDashboard = (widget: WidgetKey, Content: ComponentType<OfDashboardProps>) =>
  function DashboardWidget() {
    const { query, period } = useDashboard()
    return (
      <Loaded query={query} skeleton={<WidgetWaiting widget={widget} />}>
        {(data) => <Content data={data} period={period.trend} />}
      </Loaded>
    )
  }
