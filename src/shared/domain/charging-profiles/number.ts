/** More profiles than there will ever be; a pile's numbers go to 2,147,483,647. */
const STEP = 10_000_000

/**
 * By which number a pile knows a profile at a gun. One number is one profile in all of a pile (OCPP 1.6, 3.13.2), so a limit of sessions bears
 * another at each gun; at the first, and of all other profiles, it is the profile's own.
 */
export const numberAt = (id: number, gun: number): number => id + Math.max(0, gun - 1) * STEP

/** Whose number it is. */
export const profileOf = (number: number): number => number % STEP

/** The same, beyond all that a pile keeps for itself. What is added is the same at each gun: no two profiles get one number. */
export function numberAbove(number: number, reserved: number): number {
  const steps = Math.ceil((reserved + 1 - profileOf(number)) / STEP)
  return number + Math.max(0, steps) * STEP
}
