import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** What the provider knows of someone; `sub` is the name that they sign in there with. */
export type Identity = Readonly<Record<string, unknown>>

export interface IdentityProvider {
  issuer: string
  client: { id: string; secret: string }
  /** Who signs in there, by name. Anyone who is missing is refused. */
  people: Map<string, Identity>
  /** Signs in there as a browser would, and gives the address that it is sent back to. */
  signIn(url: string, name: string): Promise<URL>
  stop(): Promise<void>
}

/** A real provider of OpenID Connect on a free port, with its own simple pages for signing in and consent. */
export async function startIdentityProvider(redirect_uri: string, more: object = {}): Promise<IdentityProvider> {
  const people = new Map<string, Identity>()
  const client = { id: 'chargedeck', secret: randomBytes(24).toString('base64url') }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirect_uri] }],
    pkce: { required: () => true },
    claims: {
      profile: ['name', 'preferred_username', 'roles', 'realm_access', 'department'],
      email: ['email', 'email_verified'],
    },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_, sub) => {
      const claims = people.get(sub)
      return claims && { accountId: sub, claims: async () => ({ sub, ...claims }) }
    },
    ...more,
  })
  server.on('request', provider.callback())
  return {
    ...{ issuer, client, people },
    signIn: (url, name) => throughPages(url, name),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Follows the provider's pages with its cookies, until it sends the browser somewhere else. */
async function throughPages(start: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  const { origin } = url
  let body: URLSearchParams | undefined
  for (let hops = 0; hops < 12; hops++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    body = undefined
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const to = answer.headers.get('location')
    if (to) {
      url = new URL(to, url)
      if (url.origin !== origin) return url
      continue
    }
    const page = await answer.text()
    const form = /action="([^"]+)"/.exec(page)?.[1]
    if (!form) throw new Error(`the provider says: ${page.slice(0, 300)}`)
    url = new URL(form, url)
    body = new URLSearchParams(
      page.includes('name="login"') ? { prompt: 'login', login: name, password: 'any' } : { prompt: 'consent' },
    )
  }
  throw new Error('the provider leads nowhere')
}
