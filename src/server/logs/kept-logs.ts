import { entities } from '../../shared/entities/index.ts'
import type { KeptForDays } from '../kit/database/kept-for-days.ts'

const kept = (table: KeptForDays['table'], days: string, rest?: Partial<KeptForDays>): KeptForDays => ({
  ...{ table, by: 'created_at', width: 28, ahead: 1 },
  days: `select ${days} from system_setting`,
  archives: 'select archive_logs from system_setting',
  ...rest,
})

/** The logs that go whole weeks at a time; what else `forgetOldLogs` removes are few rows, or chained. */
export const KEPT_LOGS: readonly KeptForDays[] = [
  kept('sign_in_entry', 'sign_in_days', { tally: entities.sign_in_entry.tally }),
  kept('refused_entry', 'refused_days', { tally: entities.refused_entry.tally }),
  // What a pile says again is counted on its row of the day.
  kept('security_event', 'security_event_days', { by: 'day' }),
]
