import type { ProfileWords } from '../every-version/charging-profiles.ts'
import { WORDS as before } from '../v201/charging-profiles.ts'

/** As in 2.0.1, and what 2.1 has beyond it (3.2, 3.3). */
export const WORDS: ProfileWords = {
  purposes: { ...before.purposes, priority: 'PriorityCharging' },
  kinds: { ...before.kinds, dynamic: 'Dynamic' },
  offline: true,
}
