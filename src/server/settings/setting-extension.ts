import type { setting } from '../../shared/entities/setting.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { mayEverything } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'

/**
 * Where four eyes begin is set by who may do everything (403 for anybody else): anyone who changes settings and tops up could lift the
 * limit, enter a sum alone and put the limit back.
 */
export const settingExtension: Extension<typeof setting> = {
  async check({ second_person_cents, tie_days }, { person }, before) {
    if (!before || mayEverything(person)) return
    if (second_person_cents !== before.second_person_cents || tie_days !== before.tie_days)
      throw new Refusal(403, 'refusals:four_eyes_setting')
  },
}
