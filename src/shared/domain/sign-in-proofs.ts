/**
 * By what a person showed who they are; a sign-in keeps them (its `amr`, after RFC 8176, which has no words for a passkey and a
 * recovery code). `screen`: a telephone that is signed in. `sso`: another service said who it is. `mfa`: another service says that it asked for two things.
 */
export const PROOFS = ['pwd', 'sms', 'screen', 'otp', 'passkey', 'recovery', 'sso', 'mfa'] as const
export type Proof = (typeof PROOFS)[number]

/** What counts as a second step. A passkey is two things by itself: the device, and the finger or PIN that unlocks it. */
export const SECOND_FACTORS: readonly Proof[] = ['otp', 'passkey', 'recovery', 'mfa']

/** Whether a person showed more than one thing. A message to their telephone beside a password is not enough. */
export const isStrong = (amr: readonly string[]): boolean =>
  amr.some((proof) => (SECOND_FACTORS as readonly string[]).includes(proof))

/** The ways to take the second step. */
export const STEP_WAYS = ['totp', 'passkey', 'recovery'] as const
export type StepWay = (typeof STEP_WAYS)[number]

/** What is typed: six digits of an app, or a recovery code, whatever stands between its signs. */
export const RECOVERY_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const RECOVERY_LENGTH = 24
/** Those of before 2026-12 have ten and stay good until they are replaced. */
export const RECOVERY_LENGTHS: readonly number[] = [RECOVERY_LENGTH, 10]
export const RECOVERY_CODES = 10

/** As it is kept and compared: people type spaces, dashes and small letters. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
