import type { KeptForDays } from '../kit/database/kept-for-days.ts'

/** Whom messages went to and what they said is kept no longer than the setting says; what is still to be sent stays. */
export const KEPT_MESSAGES: KeptForDays = {
  ...{ table: 'message', by: 'created_at', width: 28, ahead: 1 },
  days: 'select message_days from system_setting',
  exact: true,
  stays: `state = 'queued'`,
  after: 'delete from message_attachment a where not exists (select from message m where m.id = a.message_id)',
}
