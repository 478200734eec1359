/**
 * A thousand Chinese names, each spelled once, as `named` (k, name, spelled): to spell a million one by one takes minutes. With `suffix` each goes
 * on with it.
 */
export const spelledNames = (suffix = '') => `named as materialized (
  select k, name, spelled(name) as spelled
  from (select k, chr(24352 + k % 500) || chr(20000 + k) || '${suffix}' as name from generate_series(0, 999) k) made)`
