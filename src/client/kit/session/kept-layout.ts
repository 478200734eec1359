import { forget, kept } from './kept.ts'

/** Where this device keeps how a person has laid out what is around the page, and what of it the server has not got yet. */
export const layoutOf = (userId: number) => `menu/${userId}`
export const unsentOf = (userId: number) => `menu_unsent/${userId}`

/** The server has it: the device keeps nothing of someone who left, but what it has not told the server yet. True where it is gone. */
export function forgetKeptLayout(userId: number): boolean {
  if (kept<unknown[]>(unsentOf(userId))?.length) return false
  for (const name of [layoutOf(userId), unsentOf(userId)]) forget(name)
  return true
}
