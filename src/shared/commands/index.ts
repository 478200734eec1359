import { availability } from './availability.ts'
import { clearCards } from './clear-cards.ts'
import { configure } from './configure.ts'
import { customerData } from './customer-data.ts'
import type { Asked, PileCommand } from './declare.ts'
import { clearMonitor, readMonitors, resetMonitors, setEventLevel, setMonitor } from './monitors.ts'
import { moveNetwork, writeNetwork } from './network.ts'
import { priority } from './priority.ts'
import { raiseProfile } from './raise-profile.ts'
import { readSettings } from './read-settings.ts'
import { reset } from './reset.ts'
import { resetGun } from './reset-gun.ts'
import { deleteCertificate, installCertificate, listCertificates } from './roots.ts'
import { readMessages, removeMessage, showMessage } from './screen.ts'
import { sendData } from './send-data.ts'
import { start } from './start.ts'
import { stop } from './stop.ts'
import { clearTariffs, setTariff } from './tariffs.ts'
import { transactionStatus } from './transaction-status.ts'
import { trigger } from './trigger.ts'
import { unlock } from './unlock.ts'
import { unoffered } from './unoffered.ts'
import { uploadDiagnostics } from './upload-diagnostics.ts'

/** Every command that people give, in the order in which it is offered. One more needs its line here and no other code. */
export const offered = {
  start,
  stop,
  priority,
  unlock,
  reset,
  reset_gun: resetGun,
  availability,
  trigger,
  clear_cards: clearCards,
  read_settings: readSettings,
  configure,
  send_data: sendData,
  upload_diagnostics: uploadDiagnostics,
  install_certificate: installCertificate,
  list_certificates: listCertificates,
  delete_certificate: deleteCertificate,
  raise_profile: raiseProfile,
  write_network: writeNetwork,
  move_network: moveNetwork,
  transaction_status: transactionStatus,
  read_monitors: readMonitors,
  set_monitor: setMonitor,
  clear_monitor: clearMonitor,
  set_event_level: setEventLevel,
  reset_monitors: resetMonitors,
  customer_data: customerData,
  read_messages: readMessages,
  show_message: showMessage,
  remove_message: removeMessage,
  set_tariff: setTariff,
  clear_tariffs: clearTariffs,
} as const
export type OfferedName = keyof typeof offered

export const everyOffered: readonly PileCommand[] = Object.values(offered)

/** Everything that a pile can be asked for, by our name for it. */
const known = { ...offered, ...unoffered }
export type CommandName = keyof typeof known
export const commands: Readonly<Record<CommandName, Asked>> = known
