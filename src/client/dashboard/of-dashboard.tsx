import { type ComponentType, memo, useDeferredValue } from 'react'
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

/** All widgets change with the one answer: what it says is drawn between two touches, a widget after the other. */
function Between({ Content, data }: { Content: ComponentType<OfDashboardProps>; data: Dashboard }) {
  return <Content data={useDeferredValue(data)} />
}

/** A widget of what the dashboard's own call says; `Waiting` stands in its place before. */
export function ofDashboard(widget: WidgetKey, content: ComponentType<OfDashboardProps>, Waiting?: ComponentType) {
  const Content = memo(content)
  return function DashboardWidget() {
    return (
      <Loaded query={useDashboard()} skeleton={Waiting ? <Waiting /> : <WidgetWaiting widget={widget} />}>
        {(data) => <Between Content={Content} data={data} />}
      </Loaded>
    )
  }
}
