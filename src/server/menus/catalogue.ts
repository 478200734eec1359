import { commandWord, type PileCommand, permissionTo } from '../../shared/commands/declare.ts'
import { everyOffered } from '../../shared/commands/index.ts'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { PLATES } from '../../shared/endpoints/berths.ts'
import { SEND_LISTS } from '../../shared/endpoints/card-lists.ts'
import { REVOKE } from '../../shared/endpoints/certificates.ts'
import { PUSH } from '../../shared/endpoints/charging-profiles.ts'
import { APPLY } from '../../shared/endpoints/configuration-templates.ts'
import { ARRANGE } from '../../shared/endpoints/dashboard-layouts.ts'
import { PUSH_MESSAGE } from '../../shared/endpoints/display-messages.ts'
import { PUSH_FIRMWARE } from '../../shared/endpoints/firmware.ts'
import { HAND_OVER } from '../../shared/endpoints/nodes.ts'
import { CANCEL_RESERVATION } from '../../shared/endpoints/reservations.ts'
import { LOOKS_AT } from '../../shared/endpoints/rounds.ts'
import { LOWER } from '../../shared/endpoints/security.ts'
import { LET_IN } from '../../shared/endpoints/wall.ts'
import { SEES_BALANCES } from '../../shared/entities/customer.ts'
import { entities } from '../../shared/entities/index.ts'
import { type Action, type Entity, permissionOf } from '../../shared/kit/entity.ts'

/** A place in the menu. Titles are keys of the namespace `menu` (`pages.alarms`, `groups.assets`) unless they name another. */
export interface Place {
  name: string
  title: string
  icon: string | null
  /** Null for a group: it shows when something in it does. */
  permission: string | null
  path: string | null
  component: string | null
  type: 'menu' | 'button'
  affix: boolean
  children: Place[]
}

interface Page {
  path: string
  icon: string
  /** A screen of the console; without one the kit's screens serve the entity. */
  screen?: string
  entity?: Entity
  permission?: string
  /** Commands that are given to its records. */
  orders?: readonly Pick<PileCommand, 'name'>[]
  /** Permissions beyond those. */
  actions?: string[]
  affix?: true
}

function page(name: string, { path, icon, screen, entity, permission, orders = [], actions = [], affix }: Page): Place {
  const own = entity
    ? callActions(entity).map((action) => button(permissionOf(entity, action), `actions.${action}`))
    : []
  return {
    name,
    title: `pages.${name}`,
    icon,
    permission: permission ?? (entity ? permissionOf(entity, 'list') : null),
    path,
    component: screen ?? (entity ? `entity:${entity.name}` : null),
    type: 'menu',
    affix: affix ?? false,
    children: [
      ...own,
      ...orders.map((command) => button(permissionTo(command), commandWord(command.name))),
      ...actions.map((code) => button(code, `actions.${code.replace('.', '_')}`)),
    ],
  }
}

const callActions = ({ calls }: Entity): Action[] => [
  ...(calls.create ? (['create'] as const) : []),
  ...(calls.update ? (['update'] as const) : []),
  ...(calls.remove ? (['delete'] as const) : []),
  ...(calls.export ? (['export'] as const) : []),
  ...(calls.import ? (['import'] as const) : []),
]

const button = (permission: string, title: string): Place => ({
  name: permission,
  title,
  icon: null,
  permission,
  path: null,
  component: null,
  type: 'button',
  affix: false,
  children: [],
})

const group = (name: string, icon: string, children: Place[]): Place => ({
  name,
  title: `groups.${name}`,
  icon,
  permission: null,
  path: null,
  component: null,
  type: 'menu',
  affix: false,
  children,
})

const {
  alarm,
  alarm_rule,
  fault_code,
  order,
  refund,
  payment,
  settlement,
  offline_record,
  site,
  berth,
  pile,
  pile_type,
  batch_task,
  rejected_connection,
} = entities
const {
  pile_ranking,
  charging_profile,
  display_message,
  configuration_template,
  vendor_message,
  billing_rule,
  strategy,
  customer,
  card,
  card_group,
  merchant,
  ledger_entry,
  statement_delivery,
  balance_request,
  campaign,
  card_list,
  certificate,
  command,
  firmware,
  maintenance,
  work_order,
  check_list,
  inspection,
  inspection_plan,
  reservation,
  root_certificate,
  security_event,
  file,
  task,
  message,
  setting,
} = entities
const {
  dept,
  menu,
  role,
  user,
  client_app,
  wall_display,
  audit_entry,
  sign_in_entry,
  refused_entry,
  error_entry,
  node,
  archive,
} = entities

/** Every place there is and every permission that a route asks for; a test holds the routes to it. */
export const catalogue: readonly Place[] = [
  page('dashboard', {
    path: '/dashboard',
    icon: 'home',
    screen: 'dashboard',
    permission: 'dashboard.view',
    actions: [ARRANGE],
    affix: true,
  }),
  group('operate', 'gauge', [
    page('site_monitor', {
      path: '/monitor/site',
      icon: 'gauge',
      screen: 'site-monitor',
      permission: 'site.list',
    }),
    page('site_map', { path: '/monitor/siteMap', icon: 'map', screen: 'site-map', permission: 'site.list' }),
    page('alarms', {
      path: '/monitor/alarm',
      icon: 'bell',
      entity: alarm,
      actions: ['alarm.handle'],
    }),
    page('work_orders', {
      path: '/monitor/workOrder',
      icon: 'document',
      entity: work_order,
      actions: [DOES_WORK],
    }),
    page('maintenances', { path: '/monitor/maintenance', icon: 'wrench', entity: maintenance }),
    page('orders', {
      path: '/operationManagement/order',
      icon: 'receipt',
      entity: order,
      actions: ['order.create', 'order.settle', 'order.collect', 'order.supplement'],
    }),
    page('reservations', {
      path: '/operationManagement/reservation',
      icon: 'clock',
      entity: reservation,
      actions: [CANCEL_RESERVATION],
    }),
    page('refunds', {
      path: '/operationManagement/refund',
      icon: 'refund',
      entity: refund,
      actions: ['refund.request', 'refund.review', 'refund.pay', 'refund.confirm'],
    }),
    page('payments', { path: '/operationManagement/payment', icon: 'card', entity: payment }),
    page('offline_records', { path: '/monitor/offline', icon: 'offline', entity: offline_record }),
    page('pile_ranking', { path: '/monitor/worstPiles', icon: 'gauge', entity: pile_ranking }),
    page('statistics', {
      path: '/monitor/statistics',
      icon: 'chart',
      screen: 'statistics',
      permission: 'statistics.view',
    }),
  ]),
  group('assets', 'plug', [
    page('sites', { path: '/stationManagement/parkingLot', icon: 'pin', entity: site }),
    page('berths', { path: '/stationManagement/berth', icon: 'parking', entity: berth, actions: [PLATES] }),
    page('piles', {
      path: '/device/chargingPoint',
      icon: 'plug',
      entity: pile,
      orders: everyOffered,
      actions: ['pile.call', LOWER, LOOKS_AT],
    }),
    page('batches', {
      path: '/device/batch',
      icon: 'layers',
      entity: batch_task,
      actions: ['batch_task.cancel'],
    }),
    page('labels', { path: '/device/labels', icon: 'print', screen: 'labels', permission: 'pile.list' }),
    page('pile_types', { path: '/device/pileType', icon: 'list', entity: pile_type }),
    page('inspections', { path: '/device/inspection', icon: 'check', entity: inspection }),
    page('inspection_plans', { path: '/device/inspectionPlan', icon: 'calendar', entity: inspection_plan }),
    page('check_lists', { path: '/device/checkList', icon: 'list', entity: check_list }),
    page('rejected_connections', {
      path: '/device/rejected',
      icon: 'warning',
      entity: rejected_connection,
    }),
  ]),
  group('engineering', 'wrench', [
    page('campaigns', {
      path: '/engineering/campaign',
      icon: 'layers',
      entity: campaign,
      actions: ['campaign.control', 'campaign_target.list', 'campaign_target.export'],
    }),
    page('charging_profiles', {
      path: '/engineering/chargingProfile',
      icon: 'bolt',
      entity: charging_profile,
      actions: [PUSH],
    }),
    page('display_messages', {
      path: '/engineering/displayMessage',
      icon: 'window',
      entity: display_message,
      actions: [PUSH_MESSAGE],
    }),
    page('card_lists', {
      path: '/engineering/cardList',
      icon: 'card',
      entity: card_list,
      actions: [SEND_LISTS],
    }),
    page('firmware', {
      path: '/engineering/firmware',
      icon: 'download',
      entity: firmware,
      actions: [PUSH_FIRMWARE, 'firmware_upgrade.list', 'firmware_upgrade.export'],
    }),
    page('certificates', {
      path: '/engineering/certificate',
      icon: 'lock',
      entity: certificate,
      actions: [REVOKE],
    }),
    page('root_certificates', { path: '/engineering/rootCertificate', icon: 'document', entity: root_certificate }),
    page('security_events', { path: '/engineering/securityEvent', icon: 'warning', entity: security_event }),
    page('configuration_templates', {
      path: '/engineering/configurationTemplate',
      icon: 'columns',
      entity: configuration_template,
      actions: [APPLY],
    }),
    page('vendor_messages', { path: '/engineering/vendorMessage', icon: 'mail', entity: vendor_message }),
    page('alarm_rules', { path: '/monitor/alarmRule', icon: 'filter', entity: alarm_rule }),
    page('fault_codes', { path: '/monitor/faultCode', icon: 'document', entity: fault_code }),
  ]),
  group('business', 'tag', [
    page('billing_rules', { path: '/billingRules/index', icon: 'tag', entity: billing_rule }),
    page('strategies', { path: '/billingRules/strategy', icon: 'clock', entity: strategy }),
    page('customers', {
      path: '/operationManagement/customer',
      icon: 'people',
      entity: customer,
      actions: ['customer.top_up', 'customer.correct', 'customer.reset_password', 'customer.contact', SEES_BALANCES],
    }),
    page('cards', {
      path: '/operationManagement/card',
      icon: 'card',
      entity: card,
      actions: ['card.allocate', 'card.block'],
    }),
    page('card_groups', { path: '/operationManagement/cardGroup', icon: 'people', entity: card_group }),
    page('merchants', { path: '/operationManagement/merchant', icon: 'store', entity: merchant }),
    page('balance_requests', {
      path: '/operationManagement/balanceRequest',
      icon: 'check',
      entity: balance_request,
      actions: ['balance_request.approve'],
    }),
    page('statements', {
      path: '/operationManagement/statement',
      icon: 'receipt',
      screen: 'statements',
      permission: 'statement.view',
    }),
    page('statement_deliveries', {
      path: '/operationManagement/statementDelivery',
      icon: 'mail',
      entity: statement_delivery,
      actions: ['statement_delivery.send'],
    }),
    page('settlements', { path: '/operationManagement/settlement', icon: 'card', entity: settlement }),
    page('ledger', { path: '/operationManagement/ledger', icon: 'document', entity: ledger_entry }),
  ]),
  group('system', 'gear', [
    page('users', {
      path: '/setting/user',
      icon: 'people',
      entity: user,
      actions: ['user.approve', 'user.reset_password', 'user.reset_factors'],
    }),
    page('roles', { path: '/setting/role', icon: 'person', entity: role }),
    page('depts', { path: '/setting/dept', icon: 'layers', entity: dept }),
    page('menus', {
      path: '/setting/menu',
      icon: 'list',
      entity: menu,
      actions: ['menu.create', 'menu.update'],
    }),
    page('routes', {
      path: '/setting/route',
      icon: 'route',
      screen: 'routes',
      permission: 'route.list',
      actions: ['route.assign'],
    }),
    page('dictionaries', {
      path: '/setting/dic',
      icon: 'list',
      screen: 'dictionaries',
      permission: 'dictionary.list',
      actions: ['dictionary.update'],
    }),
    page('tables', { path: '/setting/table', icon: 'columns', screen: 'tables', permission: 'table.update' }),
    page('settings', { path: '/setting/system', icon: 'gear', entity: setting }),
    page('protocol_log', {
      path: '/setting/protocolLog',
      icon: 'document',
      screen: 'protocol-log',
      permission: 'frame.list',
    }),
    page('commands', { path: '/setting/command', icon: 'bolt', entity: command }),
    page('files', { path: '/setting/file', icon: 'folder', entity: file, actions: ['file.upload'] }),
    page('tasks', {
      path: '/setting/task',
      icon: 'clock',
      entity: task,
      actions: ['task.run', 'task_run.list', 'task_run.export'],
    }),
    page('messages', {
      path: '/setting/message',
      icon: 'mail',
      entity: message,
      actions: ['message.resend', 'message.try', 'message.contact'],
    }),
    page('client_apps', { path: '/setting/client', icon: 'link', entity: client_app }),
    page('wall_displays', { path: '/setting/wall', icon: 'gauge', entity: wall_display, actions: [LET_IN] }),
    page('changes', { path: '/setting/log', icon: 'document', entity: audit_entry, actions: ['audit_entry.check'] }),
    page('sign_ins', { path: '/setting/signInLog', icon: 'phone', entity: sign_in_entry }),
    page('refused', { path: '/setting/refusedLog', icon: 'warning', entity: refused_entry }),
    page('errors', { path: '/setting/errorLog', icon: 'warning', entity: error_entry }),
    page('nodes', { path: '/setting/node', icon: 'gauge', entity: node, actions: [HAND_OVER] }),
    page('archives', { path: '/setting/archive', icon: 'folder', entity: archive }),
    page('about', { path: '/other/about', icon: 'bolt', screen: 'about', permission: 'about.view' }),
  ]),
]
