export const KEY_PROFILES = [
  'core',
  'security',
  'local_list',
  'smart_charging',
  'reservation',
  'firmware',
  'component',
  'maker',
] as const
/** `component`: a variable of OCPP 2.x that the standard knows. `maker`: of the pile's maker, nothing is known of it. */
export type KeyProfile = (typeof KEY_PROFILES)[number]
/** `csv`: several in any order; `sequence`: several whose order counts; `option`: one of several. */
export const KEY_TYPES = ['int', 'bool', 'csv', 'text', 'decimal', 'option', 'sequence', 'instant'] as const
export type KeyType = (typeof KEY_TYPES)[number]
export type KeyUnit = 's' | 'Wh' | '%' | 'times'
