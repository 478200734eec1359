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
