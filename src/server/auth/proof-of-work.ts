import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { WorkDone, WorkToDo } from '../../shared/endpoints/auth.ts'
import { keyedSha256 } from '../kit/sha256.ts'

/** How far a browser has to count: a third of a second on a phone, behind the typing. The most is bounded, unlike a lottery's. */
const LEAST = 15_000
const MOST = 45_000

/** Secrets of its own for each use of the key. */
const secrets = (key: Uint8Array) => ({
  hmacSignatureSecret: keyedSha256(key, 'work'),
  hmacKeySignatureSecret: keyedSha256(key, 'work done'),
})

/** Work for a browser: the counter has to be found whose SHA-256 begins as this says (altcha, version 2). */
export async function newWork(key: Uint8Array): Promise<WorkToDo> {
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: randomInt(LEAST, MOST),
    deriveKey,
    ...secrets(key),
  })
  const { nonce, salt, keyPrefix, keySignature = '' } = parameters
  return { algorithm: 'SHA-256', cost: 1, keyLength: 32, nonce, salt, keyPrefix, keySignature, signature }
}

/** Whether the work was done that belongs to a picture; it is kept with it and so good for one attempt as well. */
export async function isWorkDone(
  asked: WorkToDo | null,
  done: WorkDone | undefined,
  key: Uint8Array,
): Promise<boolean> {
  if (!asked || !done) return false
  const { signature, ...parameters } = asked
  const { counter, key: derivedKey } = done
  const challenge = { parameters, signature }
  const { verified } = await verifySolution({
    challenge,
    solution: { counter, derivedKey },
    deriveKey,
    ...secrets(key),
  })
  return verified
}
