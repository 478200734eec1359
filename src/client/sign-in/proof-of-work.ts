import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib'
import type { WorkDone, WorkToDo } from '../../shared/endpoints/auth.ts'

/** Does the work (altcha, version 2). Null when it takes longer than the picture is good for. */
export async function solve({ signature, ...parameters }: WorkToDo): Promise<WorkDone | null> {
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey, timeout: 110_000 })
  return solution && { counter: solution.counter, key: solution.derivedKey }
}

// Not the browser's own SHA-256: it has none on a plain address, and would be asked for each of thousands.
async function deriveKey(_: unknown, salt: Uint8Array, password: Uint8Array) {
  const data = new Uint8Array(salt.length + password.length)
  data.set(salt)
  data.set(password, salt.length)
  return { derivedKey: sha256(data) }
}
