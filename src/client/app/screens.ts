import type { ComponentType } from 'react'
import { withWords } from '../kit/i18n/with-words.ts'

type Load = () => Promise<ComponentType>

/** A screen that the kit's would not serve. The menu's `component` names it. */
export interface Screen {
  load: Load
  /** Pages under its path, as `:id`; each its own tab. */
  pages?: Readonly<Record<string, Load>>
  /** The entity whose list it is: search, scan and references lead here. */
  entity?: string
}

export const screens: Readonly<Record<string, Screen>> = {
  labels: { load: () => import('../labels/labels-page.tsx').then((module) => module.LabelsPage), entity: 'label' },
  dashboard: {
    load: () =>
      withWords(['dashboard', 'figures', 'alarms', 'tasks'], () => import('../dashboard/dashboard.tsx')).then(
        (module) => module.Dashboard,
      ),
  },
  statistics: { load: () => import('../statistics/statistics-page.tsx').then((module) => module.StatisticsPage) },
  statements: { load: () => import('../statements/statement-page.tsx').then((module) => module.StatementPage) },
  'site-monitor': { load: () => import('../sites/site-monitor.tsx').then((module) => module.SiteMonitor) },
  'site-map': { load: () => import('../sites/site-map.tsx').then((module) => module.SiteMap) },
  routes: { load: () => import('../routes/routes-page.tsx').then((module) => module.RoutesPage), entity: 'route' },
  about: { load: () => import('../about/about-page.tsx').then((module) => module.AboutPage) },
  dictionaries: {
    load: () => import('../dictionaries/dictionaries-page.tsx').then((module) => module.DictionariesPage),
  },
  tables: { load: () => import('../tables/tables-page.tsx').then((module) => module.TablesPage) },
  'protocol-log': { load: () => import('../protocol-log/protocol-log.tsx').then((module) => module.ProtocolLog) },
}
