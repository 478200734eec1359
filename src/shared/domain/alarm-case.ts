/** What closes an alarm by a person's word. */
export const ANSWERS = ['processed', 'confirmed'] as const
export type AlarmAnswer = (typeof ANSWERS)[number]

/**
 * What a person does about an alarm besides answering it. `assign`: it is theirs or another's from now on; `release`: nobody's;
 * `on_my_way`: theirs, and they are going there; `snooze`: it waits for nobody until a time; `wake`: it does again.
 */
export const ACTS = ['note', 'assign', 'release', 'on_my_way', 'snooze', 'wake'] as const
export type AlarmAct = (typeof ACTS)[number]

/** One line of an alarm's history that a person wrote. */
export type AlarmEntryKind = AlarmAnswer | AlarmAct

/** A case rests no longer than this: what is put off for longer is planned maintenance. */
export const LONGEST_SNOOZE_MS = 7 * 86_400_000

/** What comes again within this time of its end is the same case. */
export const SAME_CASE_MS = 86_400_000

interface Doing {
  /** Whose it is from then on. */
  whom: { id: number; name: string }
  said_at: string
  until: string | null
}

export interface CaseChange {
  assignee_id?: number | null
  assignee_name?: string | null
  on_my_way_at?: string | null
  snoozed_until?: string | null
}

/** What an act makes of an alarm, on the server and on a phone whose words wait to be sent. */
export function changeOf(act: AlarmAct, { whom, said_at, until }: Doing): CaseChange {
  const theirs = { assignee_id: whom.id, assignee_name: whom.name }
  if (act === 'assign') return { ...theirs, on_my_way_at: null }
  if (act === 'on_my_way') return { ...theirs, on_my_way_at: said_at, snoozed_until: null }
  if (act === 'release') return { assignee_id: null, assignee_name: null, on_my_way_at: null }
  if (act === 'snooze') return { snoozed_until: until }
  return act === 'wake' ? { snoozed_until: null } : {}
}
