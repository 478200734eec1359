import { isWide } from '../ui/use-wide.ts'
import { forget, keep, kept } from './kept.ts'

/** Whether its person asked to be remembered the last time, and who that was. */
const CHOICE = 'remember'
const NAME = 'remembered_name'
const NAME_SECONDS = 30 * 24 * 3600

/** The console was put on the device as an app. */
const isInstalled = () => matchMedia('(display-mode: standalone)').matches
/** A desktop that is shared begins anew with each sign-in. */
const isOwnDevice = () => isInstalled() || !isWide()

export function noteChoice(remember: boolean) {
  if (isOwnDevice()) keep(CHOICE, remember)
}

/** What the box says at first. An app is opened without a network too: only who is remembered can read what it keeps. */
export const usualChoice = (): boolean => isOwnDevice() && (kept<boolean>(CHOICE) ?? isInstalled())

export function noteName(userName: string) {
  if (kept<boolean>(CHOICE) && isOwnDevice()) keep(NAME, userName, NAME_SECONDS)
  else forgetName()
}

/** Anyone who signs out is not named to who comes next. */
export const forgetName = () => forget(NAME)

/** Who was remembered here last, as the sign-in calls them; nothing on a device of many. */
export const rememberedName = (): string => (isOwnDevice() ? (kept<string>(NAME) ?? '') : '')
