import { alarm } from './alarm.ts'
import { alarmRule } from './alarm-rule.ts'
import { archive } from './archive.ts'
import { auditEntry } from './audit-entry.ts'
import { balanceRequest } from './balance-request.ts'
import { batchTask } from './batch-task.ts'
import { berth } from './berth.ts'
import { billingRule } from './billing-rule.ts'
import { campaign } from './campaign.ts'
import { campaignTarget } from './campaign-target.ts'
import { card } from './card.ts'
import { cardGroup } from './card-group.ts'
import { cardList } from './card-list.ts'
import { certificate } from './certificate.ts'
import { chargingProfile } from './charging-profile.ts'
import { checkList } from './check-list.ts'
import { clientApp } from './client-app.ts'
import { command } from './command.ts'
import { configurationTemplate } from './configuration-template.ts'
import { customer } from './customer.ts'
import { dept } from './dept.ts'
import { displayMessage } from './display-message.ts'
import { errorEntry } from './error-entry.ts'
import { faultCode } from './fault-code.ts'
import { file } from './file.ts'
import { firmware } from './firmware.ts'
import { firmwareUpgrade } from './firmware-upgrade.ts'
import { inspection } from './inspection.ts'
import { inspectionPlan } from './inspection-plan.ts'
import { ledgerEntry } from './ledger-entry.ts'
import { maintenance } from './maintenance.ts'
import { menu } from './menu.ts'
import { merchant } from './merchant.ts'
import { message } from './message.ts'
import { node } from './node.ts'
import { offlineRecord } from './offline-record.ts'
import { order } from './order.ts'
import { payment } from './payment.ts'
import { pile } from './pile.ts'
import { pileRanking } from './pile-ranking.ts'
import { pileType } from './pile-type.ts'
import { refund } from './refund.ts'
import { refusedEntry } from './refused-entry.ts'
import { rejectedConnection } from './rejected-connection.ts'
import { reservation } from './reservation.ts'
import { role } from './role.ts'
import { rootCertificate } from './root-certificate.ts'
import { securityEvent } from './security-event.ts'
import { setting } from './setting.ts'
import { settlement } from './settlement.ts'
import { signInEntry } from './sign-in-entry.ts'
import { site } from './site.ts'
import { statementDelivery } from './statement-delivery.ts'
import { strategy } from './strategy.ts'
import { task } from './task.ts'
import { taskRun } from './task-run.ts'
import { user } from './user.ts'
import { vendorMessage } from './vendor-message.ts'
import { wallDisplay } from './wall-display.ts'
import { workOrder } from './work-order.ts'

/** Every entity but the log of their changes. A plain one needs its line here and no other code. */
const logged = {
  site,
  berth,
  pile_type: pileType,
  pile,
  batch_task: batchTask,
  charging_profile: chargingProfile,
  display_message: displayMessage,
  configuration_template: configurationTemplate,
  vendor_message: vendorMessage,
  billing_rule: billingRule,
  strategy,
  customer,
  card,
  card_group: cardGroup,
  merchant,
  order,
  refund,
  payment,
  settlement,
  balance_request: balanceRequest,
  ledger_entry: ledgerEntry,
  statement_delivery: statementDelivery,
  alarm,
  alarm_rule: alarmRule,
  fault_code: faultCode,
  maintenance,
  work_order: workOrder,
  check_list: checkList,
  inspection_plan: inspectionPlan,
  inspection,
  offline_record: offlineRecord,
  pile_ranking: pileRanking,
  rejected_connection: rejectedConnection,
  reservation,
  command,
  campaign,
  campaign_target: campaignTarget,
  card_list: cardList,
  certificate,
  root_certificate: rootCertificate,
  security_event: securityEvent,
  firmware,
  firmware_upgrade: firmwareUpgrade,
  file,
  dept,
  menu,
  role,
  user,
  task,
  task_run: taskRun,
  message,
  setting,
  client_app: clientApp,
  wall_display: wallDisplay,
  sign_in_entry: signInEntry,
  refused_entry: refusedEntry,
  error_entry: errorEntry,
  node,
  archive,
}

/** Every entity. */
export const entities = { ...logged, audit_entry: auditEntry([...Object.keys(logged), 'audit_entry']) }
export type EntityName = keyof typeof entities
