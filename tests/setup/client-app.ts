import { expect } from 'vitest'
import { next } from '../make.ts'
import type { SignedIn, TestServer } from './server.ts'

export interface AppDraft {
  /** Names of the menu's entries that it carries. */
  menus?: string[]
  as?: SignedIn
  [field: string]: unknown
}

export interface MadeApp {
  id: number
  name: string
  version: number
  client_id: string
  secret: string
}

export async function menuIds(server: TestServer, names: readonly string[]): Promise<number[]> {
  const rows = await server.db.selectFrom('menu').select('id').where('name', 'in', names).execute()
  return rows.map(({ id }) => id)
}

/** A client app with a secret; by default it sees and changes sites. */
export async function makeApp(server: TestServer, draft: AppDraft = {}): Promise<MadeApp> {
  const { menus = ['sites', 'site.update'], as = server.administrator, ...fields } = draft
  const body = { name: `App ${next()}`, menu_ids: await menuIds(server, menus), ...fields }
  const { data: app, code, message } = await server.call('/system/app/create', body, { as })
  expect(code, message).toBe(200)
  const { data } = await server.call('/system/app/secret', { id: app.id }, { as })
  return { ...app, ...data }
}

/** Asks for a token. */
export async function askToken(
  server: TestServer,
  form: string | Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form)
  const response = await fetch(`${server.url}/api/oauth/token`, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, answer: await response.json() }
}

type Known = Pick<MadeApp, 'client_id' | 'secret'>

export const withSecret = (server: TestServer, { client_id, secret }: Known, more: Record<string, string> = {}) =>
  askToken(server, { grant_type: 'client_credentials', client_id, client_secret: secret, ...more })

/** Who calls as the app. */
export const tokenOf = async (server: TestServer, app: Known, more: Record<string, string> = {}) => ({
  token: (await withSecret(server, app, more)).answer.access_token as string,
})
