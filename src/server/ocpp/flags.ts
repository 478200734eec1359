/**
 * What is noted of a pile beside its state: oddities that were accepted, frames that were refused, and words of the pile
 * that staff should see. Each has its words in the locales, `piles:flag`.
 */
export const flagNames = [
  // the connection
  'no_subprotocol',
  'user_differs',
  'missing_pong',
  'silent',
  'broken_socket',
  // frames
  'broken_frame',
  'binary_frame',
  'ignored_frame',
  'refused_call',
  'unreadable_answer',
  'answer_without_call',
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
  'unknown_unit',
  'unreadable_value',
  // what it says of itself
  'firmware_status',
  'diagnostics_status',
  'security_event',
] as const
export type FlagName = (typeof flagNames)[number]

/** Notes one; the detail says where and what. */
export type Flag = (flag: FlagName, detail: string) => void
