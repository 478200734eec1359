import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled, identity } from './inputs.ts'
import { assertion, attestation, passkeyOptions } from './second-step.ts'
import { passkeyPlace } from './ways-in.ts'

/** Anyone who has yet to set up a second step that a role of theirs asks for may call these, and signing out; nothing else. */
const own = { method: 'POST', permission: 'signed_in', reaches: 'nothing', enrolling: true } as const

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** It may live on several devices of its person. */
  synced: z.boolean(),
  /** When a copy of it was seen: it lets nobody in any more. */
  copied_at: z.nullable(z.string()),
})
export type OwnPasskey = z.output<typeof passkey>

/** One's own second steps. */
export const ownFactors = endpoint({
  ...own,
  method: 'GET',
  path: '/system/user/factors',
  body: z.object({}),
  data: z.object({
    totp: z.nullable(z.object({ created_at: z.string(), last_used_at: z.nullable(z.string()) })),
    passkeys: z.array(passkey),
    /** Recovery codes that are still good. */
    recovery_left: z.int(),
    /** The roles that ask for a second step. */
    required_by: z.array(z.string()),
    passkey_place: passkeyPlace,
    user_name: z.string(),
  }),
})

/** What a passkey has to sign to show who one is; refused to who has none. */
export const proofPasskeyOptions = endpoint({
  ...own,
  path: '/system/user/proof/passkey',
  body: z.object({}),
  data: passkeyOptions,
})

/**
 * Shows anew who one is: a passkey; or the password, and with it a code of the second step where there is one. It counts for ten
 * minutes. What needs it is refused with 403 and `data.proof`: the ways that this person has.
 */
export const prove = endpoint({
  ...own,
  path: '/system/user/proof',
  body: z.object({
    password: z.optional(z.string().check(z.maxLength(200, { error: 'too_long' }))),
    code: z.optional(z.string().check(z.trim(), z.maxLength(40, { error: 'too_long' }))),
    passkey: z.optional(assertion),
  }),
  data: z.null(),
})

export const proofNeeded = z.object({ code: z.boolean(), passkey: z.boolean() })
export type ProofNeeded = z.output<typeof proofNeeded>

/** The recovery codes when they were just made: said once. */
const made = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

/** A secret for an authenticator app, as an address for its QR code and as it is typed by hand. It counts once it was confirmed. */
export const startTotp = endpoint({
  ...own,
  path: '/system/user/totp/start',
  body: z.object({}),
  data: z.object({ address: z.string(), secret: z.string() }),
})

/** A code of the app confirms it; an app that was set up before is replaced. */
export const confirmTotp = endpoint({
  ...own,
  path: '/system/user/totp/confirm',
  body: z.object({ code: filled(20) }),
  data: made,
  says: 'saved',
})

export const removeTotp = endpoint({
  ...own,
  path: '/system/user/totp/remove',
  body: z.object({}),
  data: z.null(),
  says: 'deleted',
})

export const newPasskeyOptions = endpoint({
  ...own,
  path: '/system/user/passkey/start',
  body: z.object({}),
  data: passkeyOptions,
})

export const addPasskey = endpoint({
  ...own,
  path: '/system/user/passkey/add',
  body: z.object({ name: filled(60), passkey: attestation }),
  data: made,
  says: 'saved',
})

export const renamePasskey = endpoint({
  ...own,
  path: '/system/user/passkey/rename',
  body: z.object({ id: identity, name: filled(60) }),
  data: z.null(),
  says: 'saved',
})

export const removePasskey = endpoint({
  ...own,
  path: '/system/user/passkey/remove',
  body: z.object({ id: identity }),
  data: z.null(),
  says: 'deleted',
})

/** Ten new recovery codes; those before are over. */
export const makeRecoveryCodes = endpoint({
  ...own,
  path: '/system/user/recovery_codes',
  body: z.object({}),
  data: z.object({ recovery_codes: z.array(z.string()) }),
})
