import i18next from 'i18next'
import type { ComponentType } from 'react'

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
    load: async () => {
      // Beside it and not after it: each of them is one way to the server and back.
      const words = i18next.loadNamespaces(['dashboard', 'figures', 'alarms', 'tasks'])
      const [module] = await Promise.all([import('../dashboard/dashboard.tsx'), words])
      return module.Dashboard
    },
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
