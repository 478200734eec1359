import type { PileCommand } from '../../../src/shared/commands/declare.ts'
import { everyOffered } from '../../../src/shared/commands/index.ts'
import { formOf } from '../../../src/shared/endpoints/pile-commands.ts'
import { draftOf } from '../../setup/drafts.ts'
import type { Side } from '../../setup/two-sides.ts'

/** Calls that touch nobody's records, or those of anyone who calls alone. A new one comes here when someone has thought about it. */
export const NOBODYS = new Set([
  ...['/pub/captcha', '/system/login', '/site/refresh', '/system/login_out', '/pub/send_code', '/system/login_by_code'],
  ...['/pub/sso', '/pub/sso/begin', '/system/login_by_sso'],
  ...['/system/second_step/code', '/pub/second_step/passkey', '/system/second_step/passkey', '/pub/passkey'],
  ...['/pub/passkey/options', '/system/login_by_passkey', '/system/user/factors', '/system/user/proof/passkey'],
  ...['/system/user/proof', '/system/user/totp/start', '/system/user/totp/confirm', '/system/user/totp/remove'],
  ...['/system/user/passkey/start', '/system/user/passkey/add', '/system/user/passkey/rename'],
  ...['/system/user/passkey/remove', '/system/user/recovery_codes'],
  ...['/pub/reset_password', '/pub/registration', '/pub/register', '/pub/screen/open', '/pub/screen/collect'],
  ...['/system/screen/scan', '/system/screen/decide', '/system/user/sessions', '/system/user/sessions/end'],
  ...['/system/user/sessions/end_others', '/system/user/password', '/system/user/account', '/system/user/avatar'],
  ...['/system/user/language', '/system/user/contact_code', '/system/user/contact', '/system/user/notifications'],
  ...['/system/user/push', '/system/user/push/choices', '/system/user/push/allow', '/system/user/push/switch'],
  ...['/system/user/push/remove', '/system/user/push/try'],
  ...['/system/user/preferences', '/system/index/layout', '/system/index/reset-layout', '/system/index/shared-layout'],
  ...['/system/index/reset-shared-layout', '/system/index/layout-audiences'],
  ...[
    '/system/user/get_user_menus',
    '/system/table/info',
    '/system/index/spell',
    '/system/table/default',
    '/system/table/list',
    '/system/table/save',
  ],
  ...['/system/table/views', '/system/table/save-view', '/system/table/remove-view', '/system/table/start-with-view'],
  ...['/language/language', '/common-provinces/index', '/system/map/source', '/system/device/generate-station-no'],
  ...['/system/strategy/allot', '/system/strategy/arrange', '/pub/upload/singleImg', '/pub/upload/singleFile'],
  ...['/pub/upload/firmware', '/system/firmware/address', '/pub/photo/standing', '/pub/photo/part'],
  ...['/pub/upload/avatar', '/system/menu/list', '/system/menu/add', '/system/menu/update', '/system/menu/move'],
  ...['/pub/wall/open', '/pub/wall/collect', '/pub/wall/show', '/system/wall/scan', '/system/wall/let_wall_in'],
  ...['/system/wall/refuse_wall', '/system/wall/sign_wall_out'],
  ...['/system/log/chain', '/system/log/chain/check', '/system/log/chain/acknowledge', '/system/user/end_all_sign_ins'],
  ...['/system/log/error/report', '/system/message/senders', '/system/message/try', '/system/task/preview'],
  ...[
    '/pub/product',
    '/system/index/about',
    '/system/dic/tree',
    '/system/dic/list',
    '/system/dic/get',
    '/system/dic/add',
  ],
  ...['/system/dic/update', '/system/dic/delete', '/system/dic/move', '/system/user/local_key', '/pub/ocpp/log'],
])

/** Routes beside the API's endpoints: pages, health, the API's own page, where client apps get their token. Contents of files are looked at by themselves. */
export const BESIDE =
  /^\/(api\/(docs|openapi\.json|files|oauth\/token$)|firmware\/|diagnostics\/|healthz|readyz|metrics|\*?$|assets)/

const remark = 'someone asked'
const session = { connector_number: 1, started_at: '2026-11-19T02:00:00Z', ended_at: '2026-11-19T03:00:00Z' }
const id = (entity: string) => (side: Side) => ({ id: side.ids[entity] })

/** What a command takes, and what it takes of many piles. */
const inputsOf = (command: PileCommand): [string, (side: Side) => Record<string, unknown>][] => {
  const said = ({ ids }: Side) => draftOf(formOf(command), { ids, picture: '' })
  const place = command.about === 'pile' ? {} : { connector_number: 1 }
  const path = `/system/device/${command.name}`
  const one = (side: Side) => ({ ...id('pile')(side), ...place, ...said(side) })
  return [
    [path, one],
    ...(command.bulk ? [[`${path}/bulk`, (side: Side) => ({ ids: [side.ids.pile], ...said(side) })] as never] : []),
  ]
}

/** What each call takes whose input names records: the same of either side. */
export const INPUTS: Readonly<Record<string, (side: Side) => Record<string, unknown>>> = {
  '/system/charging_profile/push': ({ ids }) => ({ id: ids.charging_profile, pile_ids: [ids.pile] }),
  '/system/firmware/push': ({ ids }) => ({ id: ids.firmware, pile_ids: [ids.pile] }),
  '/system/display_message/push': ({ ids }) => ({ id: ids.display_message, pile_ids: [ids.pile] }),
  '/system/display_message/piles': id('display_message'),
  '/system/charging_profile/push_log': id('charging_profile'),
  '/system/charging_profile/fit': id('charging_profile'),
  '/system/charging_profile/check': ({ ids }) => ({ pile_id: ids.pile }),
  '/system/charging_profile/site': ({ ids }) => ({ site_id: ids.site }),
  '/system/charging_profile/in_pile': ({ ids }) => ({ pile_id: ids.pile }),
  '/system/charging_profile/ask': ({ ids }) => ({ pile_id: ids.pile, connector_number: 1, seconds: 60, unit: 'W' }),
  '/system/card_list/in_pile': ({ ids }) => ({ pile_id: ids.pile }),
  '/system/card_list/send': id('card_list'),
  '/system/certificate/revoke': id('certificate'),
  '/system/device/security': id('pile'),
  '/system/device/lower_profile': (side) => ({ ...id('pile')(side), profile: 0 }),
  '/system/card_list/send_many': ({ ids }) => ({ ids: [ids.card_list] }),
  '/system/configuration_template/apply': ({ ids }) => ({ id: ids.configuration_template, pile_ids: [ids.pile] }),
  '/system/maintenance/end': id('maintenance'),
  '/system/reservation/outcome': id('reservation'),
  '/system/reservation/cancel': id('reservation'),
  '/system/device-fault-record/view': id('alarm'),
  '/system/device-fault-record/people': id('alarm'),
  '/system/device-fault-record/act': (side) => ({ ...id('alarm')(side), act: 'note', text: 'looked at' }),
  '/system/device-fault-record/photo': (side) => ({ ...id('alarm')(side), key: 'a'.repeat(32), size_bytes: 1 }),
  '/system/work-order/view': id('work_order'),
  '/system/work-order/people': ({ ids }) => ({ pile_id: ids.pile }),
  '/system/device/history': ({ ids }) => ({ pile_id: ids.pile }),
  '/system/work-order/save': ({ ids }) => ({
    order_key: String(ids.pile).padStart(32, 'b'),
    pile_id: ids.pile,
    set: { work: 'Look at it' },
  }),
  '/system/work-order/photo': ({ ids }) => ({
    ...{ order_key: String(ids.pile).padStart(32, 'c'), pile_id: ids.pile, key: 'd'.repeat(32), size_bytes: 1 },
  }),
  '/system/inspection/answer': (side) => ({ ...id('inspection')(side), answers: {} }),
  '/system/inspection/photo': (side) => ({ ...id('inspection')(side), key: 'e'.repeat(32), size_bytes: 1 }),
  '/system/device/call-examples': id('pile'),
  '/system/device/call-form': ({ ids }) => ({ id: ids.pile, action: 'Reset' }),
  '/system/device-fault-record/recover': (side) => ({ ...id('alarm')(side), status: 'processed' }),
  '/system/campaign/pause': id('campaign'),
  '/system/campaign/resume': id('campaign'),
  '/system/campaign/cancel': id('campaign'),
  '/system/campaign/retry': id('campaign'),
  '/system/device/batch-device-cancel': (side) => ({ ...id('batch_task')(side), keep: true }),
  '/system/device/batch-device-update': ({ ids }) => ({
    ...{ id: ids.batch_task, site_id: ids.site, merchant_id: ids.merchant, quantity: 2 },
  }),
  '/system/device/batch-device-resume': id('batch_task'),
  '/system/device/batch-device-export': id('batch_task'),
  '/system/statement-delivery/send': id('statement_delivery'),
  '/system/statement/show': ({ ids }) => ({ merchant_id: ids.merchant, month: '2026-10' }),
  '/system/statement/workbook': ({ ids }) => ({ site_id: ids.site, month: '2026-10' }),
  '/park-space/plan': ({ ids }) => ({ site_id: ids.site }),
  '/park-space/plate': ({ ids }) => ({ id: ids.berth, plate: '沪A·D84037' }),
  '/park-space/say': ({ ids }) => ({ id: ids.berth, status: 'closed', remark }),
  '/system/park-lot/walk': ({ ids }) => ({ site_id: ids.site }),
  '/system/device/looked': ({ ids }) => ({ id: ids.pile }),
  '/park-space/number': ({ ids }) => ({ site_id: ids.site, prefix: 'Z-', from: 1, count: 1 }),
  '/system/device-car/allocate': ({ ids }) => ({ id: ids.card, customer_id: ids.customer }),
  '/system/device-car/take-back': id('card'),
  '/system/device-car/block': (side) => ({ ...id('card')(side), reason: 'lost' }),
  '/system/device-car/unblock': id('card'),
  '/system/device-car/history': id('card'),
  '/system/client/charge': (side) => ({ ...id('customer')(side), amount_cents: 100 }),
  '/system/client/correct': (side) => ({ ...id('customer')(side), amount_cents: 100, remark }),
  '/system/client/reset-password': (side) => ({ ...id('customer')(side), password: 'long enough 1' }),
  '/client/details': id('customer'),
  '/system/message/resend': id('message'),
  '/system/app/secret': id('client_app'),
  '/system/order/collect': (side) => ({ ...id('order')(side), way: 'card', amount_cents: 1, reference: 'R-1' }),
  '/system/order/supplement': ({ ids }) => ({ origin_id: ids.order, customer_id: ids.customer, remark }),
  '/system/order/price': ({ ids }) => ({ ...session, pile_id: ids.pile, energy_wh: 1_000 }),
  '/system/order/create': ({ ids }) => ({
    ...{ ...session, pile_id: ids.pile, energy_wh: 1_000, customer_id: ids.customer, remark },
  }),
  '/system/order/detail': id('order'),
  '/system/order/settle': (side) => ({ ...id('order')(side), energy_wh: 1_000, remark }),
  '/system/order/decide': (side) => ({
    ...{ ...id('order')(side), decision: 'charge', payer: 'other', customer_id: side.ids.customer, remark },
  }),
  '/system/order/close': (side) => ({ ...id('order')(side), remark }),
  '/system/order/pay': id('order'),
  '/system/user/reset_pwd': id('user'),
  '/system/user/approve': id('user'),
  '/system/user/disable': id('user'),
  '/admin/assign': (side) => ({ ...id('user')(side), role_ids: [] }),
  '/system/user/rights': id('user'),
  '/system/user/reset_factors': id('user'),
  '/system/user/end_sign_ins': id('user'),
  '/system/role/permissions': () => ({ id: 1, permissions: [] }),
  '/system/role/reach': ({ ids }) => ({
    ...{ id: 1, data_scope: 'sites', site_ids: [ids.site], merchant_ids: [ids.merchant] },
  }),
  '/route/index': ({ ids }) => ({ user_id: ids.user }),
  '/route/create': ({ ids }) => ({ user_id: ids.user, ids: [1], routes: [1], menu_ids: [1] }),
  '/route/remove': ({ ids }) => ({ user_id: ids.user, ids: [1], routes: [1], menu_ids: [1] }),
  '/menu/assigned_list': ({ ids }) => ({ user_id: ids.user }),
  '/system/device/series': (side) => ({ ...id('pile')(side), connector_number: 1 }),
  '/system/device/reset-password': id('pile'),
  '/system/device/settings': id('pile'),
  '/system/device/monitors': id('pile'),
  '/system/device/screen': id('pile'),
  '/system/device/tariff': id('pile'),
  '/system/device/customer_report': (side) => ({ ...id('pile')(side), command_id: 1 }),
  '/system/device/diagnostics': id('pile'),
  '/system/device/diagnostics/file': (side) => ({ ...id('pile')(side), upload_id: 1 }),
  '/system/device/setting_history': (side) => ({ ...id('pile')(side), key: 'HeartbeatInterval' }),
  '/system/rejected-connection/adopt': ({ ids }) => ({ id: ids.rejected_connection, site_id: ids.site }),
  ...Object.fromEntries(everyOffered.flatMap(inputsOf)),
  '/system/device/set-aside': id('pile'),
  '/system/refund/request': ({ ids }) => ({ order_id: ids.order, amount_cents: 1, way: 'wechat', reason: remark }),
  '/system/refund/review': (side) => ({ ...id('refund')(side), agreed: true }),
  '/system/client/second-person': id('customer'),
  '/system/balance-request/review': (side) => ({ ...id('balance_request')(side), agreed: false, remark }),
  '/system/balance-request/withdraw': (side) => ({ ...id('balance_request')(side), remark }),
  '/system/refund/pay': id('refund'),
  '/system/refund/confirm': (side) => ({ ...id('refund')(side), paid: true, reference: 'R-2' }),
  '/system/refund/withdraw': (side) => ({ ...id('refund')(side), remark }),
  '/system/park-lot/today': id('site'),
  '/system/park-lot/prices': id('site'),
  '/system/park-lot/prices/drop': (side) => ({ ...id('site')(side), period_id: 1 }),
  '/system/strategy/assign-sites': ({ ids }) => ({ id: 1, site_ids: [ids.site], from: null, to: null }),
  '/system/task/run': id('task'),
  '/system/task/cancel': id('task_run'),
}
