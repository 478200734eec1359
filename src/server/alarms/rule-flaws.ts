import type { AlarmRule } from '../../shared/entities/alarm-rule.ts'

type Draft = Partial<Omit<AlarmRule, 'id'>>
type Flaws = Record<string, { key: string }>

const some = (value: readonly unknown[] | null | undefined) => (value?.length ?? 0) > 0

/** What no field shows by itself: whom it tells it tells by some way, and hours come in pairs. */
export function ruleFlaws(rule: Draft): Flaws {
  const flaws: Flaws = {}
  const { quiet_from = null, quiet_to = null, escalate_minutes = null } = rule
  const first = Boolean(rule.tell_handlers) || some(rule.tell_role_ids) || some(rule.tell_user_ids)
  const next = some(rule.next_role_ids) || some(rule.next_user_ids)
  if ((first || next) && !some(rule.ways)) flaws.ways = { key: 'alarm_rules:errors.no_way' }
  if (next && escalate_minutes === null) flaws.escalate_minutes = { key: 'alarm_rules:errors.after' }
  if (quiet_from === null && quiet_to !== null) flaws.quiet_from = { key: 'window_hours' }
  if (quiet_from !== null && (quiet_to === null || quiet_to === quiet_from)) flaws.quiet_to = { key: 'window_hours' }
  return flaws
}
