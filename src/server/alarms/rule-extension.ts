import type { alarmRule } from '../../shared/entities/alarm-rule.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { Refusal } from '../kit/refusal.ts'
import { ruleFlaws } from './rule-flaws.ts'

export const alarmRuleExtension: Extension<typeof alarmRule> = {
  async check(rule) {
    const fields = ruleFlaws(rule)
    if (Object.keys(fields).length > 0) throw new Refusal(422, 'invalid_input', { fields })
  },
}
