/**
 * What is noted of a pile beside its state: anomalies that were accepted, frames that were refused, and words of the pile
 * that staff should see. Each has its words in the locales, `pile_facts:flag`.
 */
export const flagNames = [
  // the connection
  'no_subprotocol',
  'user_differs',
  'new_password_used',
  'new_password_not_taken',
  'old_password_used',
  'missing_pong',
  'silent',
  'broken_socket',
  'flood',
  // frames
  'frame_too_large',
  'broken_frame',
  'binary_frame',
  'ignored_frame',
  'refused_call',
  'card_guesses',
  'unreadable_answer',
  'answer_without_call',
  'answer_refused',
  'repeated_unique_id',
  'unique_id_too_long',
  // payloads
  'unknown_field',
  'unknown_value',
  'too_long',
  'null_field',
  'number_as_text',
  'text_as_number',
  'meter_fraction',
  // times and meters
  'time_without_zone',
  'odd_time',
  'unreadable_time',
  'old_status',
  'unknown_unit',
  'unreadable_value',
  'misfit_stop',
  'unknown_priority',
  'report_part_missing',
  // its local authorization list
  'list_differs',
  // what it says of itself
  'firmware_status',
  'diagnostics_status',
  'security_event',
  'certificate_refused',
] as const
export type FlagName = (typeof flagNames)[number]

/** What an anomaly is about, where its detail changes from time to time: a security event's type, a word of an update. */
export interface Subject {
  subject: string
  /** A word of the standard: it is kept whatever else comes. */
  pinned: boolean
}

/** Notes one; the detail says where and what. Those of one kind are kept by their subjects, which are their details unless said. */
export type Flag = (flag: FlagName, detail: string, about?: Subject) => void
