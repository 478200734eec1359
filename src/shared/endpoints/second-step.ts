import * as z from 'zod/mini'
import { STEP_WAYS } from '../domain/sign-in-proofs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { remembering, signedIn } from './auth.ts'
import { filled } from './inputs.ts'

/**
 * What a refusal of signing in carries (401, `data.second_step`) once the first thing was right and the account has a second step:
 * the ticket for it, good for `expires_in` seconds and five tries, and the ways that this person has.
 */
export const secondStep = z.object({
  ticket: z.string(),
  expires_in: z.int(),
  ways: z.array(z.enum(STEP_WAYS)),
})
export type SecondStep = z.output<typeof secondStep>

const ticket = z.string({ error: 'required' }).check(z.regex(/^[\w-]{43}$/, { error: 'invalid' }))
const base64url = (most: number) =>
  z
    .string({ error: 'invalid' })
    .check(z.regex(/^[\w-]+$/, { error: 'invalid' }), z.maxLength(most, { error: 'too_long' }))

/** What every answer of an authenticator has in common; what browsers add to it is passed over. */
const answered = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key', { error: 'invalid' }) }
const passedOver = {
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
}

/** A passkey's signature, as `PublicKeyCredential.toJSON` gives it (WebAuthn 3, 5.1). */
export const assertion = z.looseObject({
  ...answered,
  ...passedOver,
  response: z.looseObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
})
export type Assertion = z.output<typeof assertion>

/** A new passkey, as `PublicKeyCredential.toJSON` gives it. */
export const attestation = z.looseObject({
  ...answered,
  ...passedOver,
  response: z.looseObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(60_000),
    authenticatorData: z.optional(base64url(60_000)),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(z.nullable(base64url(8_000))),
  }),
})
export type Attestation = z.output<typeof attestation>

/** What a browser is to ask its authenticators for (WebAuthn's options as JSON). */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

const open = { permission: 'public', reaches: 'nothing', method: 'POST' } as const

/** Six digits of the app, or a recovery code, take the second step. 401: the ticket is over, begin anew. */
export const stepByCode = endpoint({
  ...open,
  path: '/system/second_step/code',
  body: z.object({ ticket, code: filled(40) }),
  data: signedIn,
  says: 'signed_in',
})

/** What a passkey has to sign to take the second step. */
export const stepPasskeyOptions = endpoint({
  ...open,
  path: '/pub/second_step/passkey',
  body: z.object({ ticket }),
  data: passkeyOptions,
})

export const stepByPasskey = endpoint({
  ...open,
  path: '/system/second_step/passkey',
  body: z.object({ ticket, passkey: assertion }),
  data: signedIn,
  says: 'signed_in',
})

/** What a passkey has to sign to sign someone in without a name or a password; good for five minutes, once. */
export const loginPasskeyOptions = endpoint({
  ...open,
  path: '/pub/passkey/options',
  body: z.object({}),
  data: passkeyOptions,
})

/** Signs in by a passkey alone: the device, and anyone who unlocks it. */
export const loginByPasskey = endpoint({
  ...open,
  path: '/system/login_by_passkey',
  body: z.object({ passkey: assertion, remember: remembering }),
  data: signedIn,
  says: 'signed_in',
})
