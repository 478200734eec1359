import { contactOf } from '../../../shared/domain/contact.ts'
import type { Proof } from '../../../shared/domain/sign-in-proofs.ts'
import type { Claims } from './provider.ts'
import type { ClaimMap } from './settings.ts'

/** Who a provider says that someone is, in our words. */
export interface Described {
  /** For a new account: 3 to 60 signs. */
  user_name: string
  name: string
  /** Only an address that the provider says it has checked. */
  email: string | null
}

const MOST = 60

export function describe(claims: Claims): Described {
  const email = claims.email_verified === true ? (contactOf(textOf(claims.email))?.to ?? null) : null
  const called = textOf(claims.preferred_username) || textOf(claims.email).split('@')[0] || claims.sub
  return {
    user_name: called.replace(/\s+/g, '.').slice(0, MOST).padEnd(3, '_'),
    name: (textOf(claims.name) || called).slice(0, MOST),
    email,
  }
}

/** The names here that a claim's values stand for. */
export function namesIn(claims: Claims, { claim, names }: ClaimMap): string[] {
  const values = [valueAt(claims, claim)].flat().map(textOf)
  return [...new Set(values.flatMap((value) => names.get(value) ?? []))]
}

/** A name with dots is first of all a claim's own: some providers use addresses for them. */
function valueAt(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path]
  return path.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), claims)
}

/** Whether the provider asked for two things (RFC 8176); nothing else it says counts as a second step. */
export const proofsIn = ({ amr }: Claims): Proof[] => ([amr].flat().includes('mfa') ? ['sso', 'mfa'] : ['sso'])

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
