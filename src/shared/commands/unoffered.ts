import { AFTER_REBOOT, asked, IN_STEPS } from './declare.ts'

/** What has no button: an engineer writes it by hand, or the server asks for it by itself. */
export const unoffered = {
  configure_all: asked('configure_all', { effect: AFTER_REBOOT }),
  set_password: asked('set_password', { effect: AFTER_REBOOT }),
  card_list_version: asked('card_list_version'),
  update_card_list: asked('update_card_list'),
  reserve: asked('reserve'),
  cancel_reservation: asked('cancel_reservation'),
  set_profile: asked('set_profile'),
  clear_profile: asked('clear_profile'),
  change_limit: asked('change_limit'),
  read_schedule: asked('read_schedule'),
  read_profiles: asked('read_profiles'),
  read_tariffs: asked('read_tariffs'),
  tell_cost: asked('tell_cost'),
  send_certificate: asked('send_certificate'),
  /** A call of a protocol's own that is none of these. */
  other: asked('other'),
  update_firmware: asked('update_firmware', { effect: IN_STEPS, newest_counts: true }),
  update_signed_firmware: asked('update_signed_firmware', { effect: IN_STEPS, newest_counts: true }),
  upload_log: asked('upload_log', { effect: IN_STEPS, newest_counts: true }),
} as const
