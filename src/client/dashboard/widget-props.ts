import type { WidgetSettings } from '../../shared/widgets/layout.ts'

/** What a widget is given: what a person set of it. */
export interface WidgetProps {
  settings: WidgetSettings
}
