import type { ComponentType } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'

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
  dashboard: { load: () => import('../dashboard/dashboard.tsx').then((module) => module.Dashboard) },
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

/** What a feature adds to the kit's list, form and page of an entity (`entity:customer` in the menu). */
export const extras: Readonly<Record<string, () => Promise<EntityExtras>>> = {
  billing_rule: async () => {
    const [list, preview] = await Promise.all([
      import('../billing/rule-list.tsx'),
      import('../billing/rule-preview.tsx'),
    ])
    return { List: list.RuleList, preview: preview.RulePreview }
  },
  strategy: async () => {
    const [list, page, preview, create] = await Promise.all([
      import('../billing/strategy-list.tsx'),
      import('../billing/strategy-page.tsx'),
      import('../billing/strategy-preview.tsx'),
      import('../billing/create-strategy.tsx'),
    ])
    return {
      List: list.StrategyList,
      Page: page.StrategyPage,
      preview: preview.StrategyPreview,
      Create: create.CreateStrategy,
    }
  },
  customer: async () => {
    const [list, page] = await Promise.all([
      import('../customers/customer-list.tsx'),
      import('../customers/customer-page.tsx'),
    ])
    return { List: list.CustomerList, Page: page.CustomerPage }
  },
  pile_type: () => import('../pile-types/pile-type-extras.ts').then((module) => module.pileTypeExtras),
  batch_task: () => import('./batch-extras.ts').then((module) => module.batchExtras),
  card: async () => {
    const [list, page] = await Promise.all([import('../cards/card-list.tsx'), import('../cards/card-page.tsx')])
    return { List: list.CardList, Page: page.CardPage }
  },
  alarm: async () => {
    const [list, page] = await Promise.all([import('../alarms/alarm-list.tsx'), import('../alarms/alarm-page.tsx')])
    return { List: list.AlarmList, Page: page.AlarmPage }
  },
  order: () => import('./order-extras.ts').then((module) => module.orderExtras),
  refund: () => import('../orders/refunds/extras.ts').then((module) => module.refundExtras),
  balance_request: () => import('../customers/requests/extras.ts').then((module) => module.balanceRequestExtras),
  site: () => import('./site-extras.ts').then((module) => module.siteExtras),
  berth: async () => {
    const [list, page] = await Promise.all([import('../berths/berth-list.tsx'), import('../berths/berth-page.tsx')])
    return { List: list.BerthList, Page: page.BerthPage }
  },
  offline_record: () => import('../piles/offline-list.tsx').then((module) => ({ List: module.OfflineList })),
  pile_ranking: () => import('../piles/worst-piles.tsx').then((module) => ({ List: module.WorstPiles })),
  pile: () => import('./pile-extras.ts').then((module) => module.pileExtras),
  file: async () => {
    const [list, page] = await Promise.all([import('../files/file-list.tsx'), import('../files/file-page.tsx')])
    return { List: list.FileList, Page: page.FilePage }
  },
  dept: async () => {
    const [list, page] = await Promise.all([import('../depts/dept-list.tsx'), import('../depts/dept-page.tsx')])
    return { List: list.DeptList, Page: page.DeptPage }
  },
  menu: async () => {
    const [list, page] = await Promise.all([
      import('../menu-manager/menu-manager.tsx'),
      import('../menu-manager/entry-page.tsx'),
    ])
    return { List: list.MenuManager, Page: page.EntryPage }
  },
  role: () => import('../roles/role-extras.ts').then((module) => module.roleExtras),
  user: async () => {
    const [list, page] = await Promise.all([import('../users/user-list.tsx'), import('../users/user-page.tsx')])
    return { List: list.UserList, Page: page.UserPage }
  },
  client_app: () => import('./client-app-extras.ts').then((module) => module.clientAppExtras),
  audit_entry: async () => {
    const [list, page] = await Promise.all([import('../logs/change-list.tsx'), import('../logs/change-page.tsx')])
    return { List: list.ChangeList, Page: page.ChangePage }
  },
  sign_in_entry: async () => {
    const [list, page] = await Promise.all([import('../logs/sign-in-list.tsx'), import('../logs/sign-in-page.tsx')])
    return { List: list.SignInList, Page: page.SignInPage }
  },
  refused_entry: async () => {
    const [list, page] = await Promise.all([import('../logs/refused-list.tsx'), import('../logs/refused-page.tsx')])
    return { List: list.RefusedList, Page: page.RefusedPage }
  },
  error_entry: async () => {
    const [list, page] = await Promise.all([import('../logs/error-list.tsx'), import('../logs/error-page.tsx')])
    return { List: list.ErrorList, Page: page.ErrorPage }
  },
  setting: () => import('../settings/setting-extras.ts').then((module) => module.settingExtras),
  message: () => import('../messages/message-list.tsx').then((module) => ({ List: module.MessageList })),
  task: () => import('../tasks/task-extras.ts').then((module) => module.taskExtras),
  rejected_connection: () =>
    import('../rejected-connections/rejected-connection-list.tsx').then((module) => ({
      List: module.RejectedConnectionList,
    })),
}
