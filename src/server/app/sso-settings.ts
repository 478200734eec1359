import * as z from 'zod/mini'
import type { SsoSettings } from '../auth/sso/settings.ts'

const word = (most: number) => z.optional(z.string().check(z.regex(/^\S+$/), z.maxLength(most)))
const PAIRS = /^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$/

/** Single sign-on by OpenID Connect. Nothing set: people sign in here alone. */
export const ssoShape = {
  OIDC_ISSUER: {
    takes: 'the address of a provider of OpenID Connect, with OIDC_CLIENT_ID and PUBLIC_URL',
    schema: z.optional(z.url({ protocol: /^https?$/ })),
  },
  OIDC_CLIENT_ID: { takes: 'what the provider knows this console as', schema: word(200) },
  OIDC_CLIENT_SECRET: {
    takes: 'the secret that the provider gave it, if it gave one',
    schema: word(500),
    secret: true,
  },
  OIDC_NAME: {
    takes: 'what people call the provider, for the button on the sign-in page, 1 to 40 characters',
    schema: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'SSO'),
  },
  OIDC_SCOPES: {
    takes: 'scopes to ask for, with spaces between',
    schema: z._default(z.string().check(z.regex(/^[\w:./-]+( [\w:./-]+)*$/)), 'openid profile email'),
  },
  OIDC_ROLES_CLAIM: {
    takes: 'the claim that lists groups or roles, with dots for what lies inside, such as realm_access.roles',
    schema: z._default(z.string().check(z.regex(/^[^\s]+$/), z.maxLength(200)), 'roles'),
  },
  OIDC_ROLES: {
    takes: 'roles here by values of that claim, such as charging-ops=Operator,charging-admin=Administrator',
    schema: z.optional(z.string().check(z.regex(PAIRS))),
  },
  OIDC_DEPT_CLAIM: {
    takes: 'the claim that names the department',
    schema: z._default(z.string().check(z.regex(/^[^\s]+$/), z.maxLength(200)), 'department'),
  },
  OIDC_DEPTS: {
    takes: 'departments here by values of that claim, such as north=North region',
    schema: z.optional(z.string().check(z.regex(PAIRS))),
  },
  OIDC_CREATE: {
    takes: 'on or off: whether an account is made when someone comes for the first time',
    schema: z._default(z.enum(['on', 'off']), 'off'),
  },
  OIDC_LOCAL: {
    takes: 'everybody or administrators: who may still sign in without the provider',
    schema: z._default(z.enum(['everybody', 'administrators']), 'everybody'),
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

type Shape = typeof ssoShape
type Values = { [N in keyof Shape]: z.output<Shape[N]['schema']> } & { PUBLIC_URL?: string | undefined }

/** Throws what `missing` makes of a setting that the others need. */
export function ssoIn(
  values: Values,
  missing: (name: 'OIDC_CLIENT_ID' | 'PUBLIC_URL', others: string) => Error,
): SsoSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, PUBLIC_URL } = values
  if (!OIDC_ISSUER) return null
  if (!OIDC_CLIENT_ID) throw missing('OIDC_CLIENT_ID', 'OIDC_ISSUER')
  if (!PUBLIC_URL) throw missing('PUBLIC_URL', 'OIDC_ISSUER')
  return {
    issuer: OIDC_ISSUER,
    client: { id: OIDC_CLIENT_ID, secret: values.OIDC_CLIENT_SECRET ?? null },
    redirect_uri: `${PUBLIC_URL.replace(/\/+$/, '')}/login/sso`,
    name: values.OIDC_NAME,
    scopes: values.OIDC_SCOPES,
    roles: { claim: values.OIDC_ROLES_CLAIM, names: pairsIn(values.OIDC_ROLES) },
    depts: { claim: values.OIDC_DEPT_CLAIM, names: pairsIn(values.OIDC_DEPTS) },
    creates: values.OIDC_CREATE === 'on',
    localForAll: values.OIDC_LOCAL === 'everybody',
  }
}

function pairsIn(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const [value, name] = pair.split('=').map((part) => part.trim())
    return value && name ? [[value, name] as const] : []
  })
  return new Map(pairs)
}
