import { hash, verify } from '@node-rs/argon2'

/** Hashes a password that a person chose: argon2id, 19 MiB, two passes, as the library ships (and OWASP advises). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let unknown: Promise<string> | undefined

/** Whether a password fits. Without a hash it takes as long and says no, so that time tells nothing about who exists. */
export async function passwordFits(kept: string | null | undefined, password: string): Promise<boolean> {
  unknown ??= hash('nobody has this password')
  const fits = await verify(kept ?? (await unknown), password)
  return fits && typeof kept === 'string'
}
