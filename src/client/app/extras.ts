import type { EntityExtras } from '../kit/records/extras.ts'
import {
  batchParts,
  campaignParts,
  chargingProfileParts,
  firmwareParts,
  maintenanceParts,
  orderParts,
  pileParts,
  siteParts,
} from './parts.ts'

/**
 * What a feature adds to the kit's list, form and page of an entity: the `extras.ts` of its folder, loaded with the entity's first
 * screen. An entity that is neither here nor in `first-extras.ts` has the kit's own screens.
 */
export const extras: Readonly<Record<string, () => Promise<EntityExtras>>> = {
  alarm_rule: () => import('../alarms/extras.ts').then((module) => module.alarmRuleExtras),
  audit_entry: () => import('../logs/extras.ts').then((module) => module.auditEntryExtras),
  balance_request: () => import('../customers/extras.ts').then((module) => module.balanceRequestExtras),
  batch_task: () => import('../batches/extras.ts').then((module) => module.batchTaskExtras(batchParts)),
  berth: () => import('../berths/extras.ts').then((module) => module.berthExtras),
  billing_rule: () => import('../billing/extras.ts').then((module) => module.billingRuleExtras),
  campaign: () => import('../campaigns/extras.ts').then((module) => module.campaignExtras(campaignParts)),
  card: () => import('../cards/extras.ts').then((module) => module.cardExtras),
  card_group: () => import('../cards/extras.ts').then((module) => module.cardGroupExtras),
  card_list: () => import('../card-lists/extras.ts').then((module) => module.cardListExtras),
  certificate: () => import('../certificates/extras.ts').then((module) => module.certificateExtras),
  charging_profile: () =>
    import('../charging-profiles/extras.ts').then((module) => module.chargingProfileExtras(chargingProfileParts)),
  check_list: () => import('../work-orders/inspections/extras.ts').then((module) => module.checkListExtras),
  client_app: async () => {
    const [apps, roles] = await Promise.all([import('../apps/extras.ts'), import('../roles/permission-input.tsx')])
    return apps.clientAppExtras({ menu_ids: roles.PermissionInput })
  },
  command: () => import('../piles/extras.ts').then((module) => module.commandExtras),
  configuration_template: () =>
    import('../piles/templates/extras.ts').then((module) => module.configurationTemplateExtras),
  customer: () => import('../customers/extras.ts').then((module) => module.customerExtras),
  dept: () => import('../depts/extras.ts').then((module) => module.deptExtras),
  display_message: () => import('../display-messages/extras.ts').then((module) => module.displayMessageExtras),
  error_entry: () => import('../logs/extras.ts').then((module) => module.errorEntryExtras),
  file: () => import('../files/extras.ts').then((module) => module.fileExtras),
  firmware: () => import('../firmware/extras.ts').then((module) => module.firmwareExtras(firmwareParts)),
  inspection: () => import('../work-orders/inspections/extras.ts').then((module) => module.inspectionExtras),
  inspection_plan: () => import('../work-orders/inspections/extras.ts').then((module) => module.inspectionPlanExtras),
  maintenance: () => import('../maintenance/extras.ts').then((module) => module.maintenanceExtras(maintenanceParts)),
  menu: () => import('../menu-manager/extras.ts').then((module) => module.menuExtras),
  message: () => import('../messages/extras.ts').then((module) => module.messageExtras),
  node: () => import('../nodes/extras.ts').then((module) => module.nodeExtras),
  offline_record: () => import('../piles/extras.ts').then((module) => module.offlineRecordExtras),
  order: () => import('../orders/extras.ts').then((module) => module.orderExtras(orderParts)),
  pile: () => import('../piles/extras.ts').then((module) => module.pileExtras(pileParts)),
  pile_ranking: () => import('../piles/extras.ts').then((module) => module.pileRankingExtras),
  pile_type: () => import('../pile-types/extras.ts').then((module) => module.pileTypeExtras),
  refund: () => import('../orders/extras.ts').then((module) => module.refundExtras),
  refused_entry: () => import('../logs/extras.ts').then((module) => module.refusedEntryExtras),
  rejected_connection: () =>
    import('../rejected-connections/extras.ts').then((module) => module.rejectedConnectionExtras),
  reservation: () => import('../reservations/extras.ts').then((module) => module.reservationExtras),
  role: () => import('../roles/extras.ts').then((module) => module.roleExtras),
  root_certificate: () => import('../certificates/extras.ts').then((module) => module.rootCertificateExtras),
  security_event: () => import('../security-events/extras.ts').then((module) => module.securityEventExtras),
  setting: () => import('../settings/extras.ts').then((module) => module.settingExtras),
  sign_in_entry: () => import('../logs/extras.ts').then((module) => module.signInEntryExtras),
  site: () => import('../sites/extras.ts').then((module) => module.siteExtras(siteParts)),
  statement_delivery: () => import('../statements/extras.ts').then((module) => module.statementDeliveryExtras),
  strategy: () => import('../billing/extras.ts').then((module) => module.strategyExtras),
  task: () => import('../tasks/extras.ts').then((module) => module.taskExtras),
  work_order: () => import('../work-orders/extras.ts').then((module) => module.workOrderExtras),
  wall_display: () => import('../dashboard/wall/extras.ts').then((module) => module.wallDisplayExtras),
  user: () => import('../users/extras.ts').then((module) => module.userExtras),
}
