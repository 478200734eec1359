import { createHash, randomBytes } from 'node:crypto'
import { request as requestPlainly } from 'node:http'
import { request as requestSafely } from 'node:https'
import type pg from 'pg'
import { TOKEN_PATH } from '../../shared/endpoints/client-apps.ts'
import { topUp } from '../../shared/endpoints/customers.ts'
import type { Body } from '../../shared/kit/endpoint.ts'

/** The demo's cash desk: a program of another party, which calls the API as a client app of its own. */
export interface CashDesk {
  /** Takes money from a customer; refused as any client app's call would be. */
  take(payment: Body<typeof topUp>): Promise<void>
}

const NAME = 'Cash desk'

interface Granted {
  access_token?: string
  /** Seconds. */
  expires_in?: number
}

interface Credentials {
  client_id: string
  secret: string
}

/** Opens the desk of a server that runs. `api` is its address: `http://127.0.0.1:8080/api`. */
export async function openCashDesk(pool: pg.Pool, api: string): Promise<CashDesk> {
  const { client_id, secret } = await credentialsOf(pool)
  const basic = `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`
  let token = { value: '', until: 0 }
  async function renew() {
    const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    const { access_token = '', expires_in = 0 } = await post(api + TOKEN_PATH, form, 'grant_type=client_credentials')
    token = { value: access_token, until: Date.now() + (expires_in * 1_000) / 2 }
  }
  return {
    async take(payment) {
      if (Date.now() > token.until) await renew()
      const json = { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' }
      await post(api + topUp.path, json, JSON.stringify(payment))
    },
  }
}

/** A demo knows nobody's password, so each start writes the app down with a secret that only this start knows. */
async function credentialsOf(pool: pg.Pool): Promise<Credentials> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  const { rows } = await pool.query<{ id: number; client_id: string }>(
    `insert into client_app (name, remark, secret_hash, secret_at) values ($1, 'Takes money from customers who run low', $2, now())
     on conflict (name) do update set secret_hash = excluded.secret_hash, secret_at = now(), version = client_app.version + 1
     returning id, client_id`,
    [NAME, hash],
  )
  const { id, client_id = '' } = rows[0] ?? {}
  await pool.query(
    'insert into client_app_menu select $1, id from menu where permission = $2 limit 1 on conflict do nothing',
    [id, topUp.permission],
  )
  return { client_id, secret }
}

/** Sends a request to the server beside the demo: its certificate names the address that people use, and it comes by another. */
function post(url: string, headers: Record<string, string>, body: string): Promise<Granted> {
  const request = url.startsWith('https:') ? requestSafely : requestPlainly
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, rejectUnauthorized: false }, async (answer) => {
      const text = (await answer.setEncoding('utf8').toArray()).join('')
      if (answer.statusCode === 200) resolve(JSON.parse(text))
      else reject(new Error(`${new URL(url).pathname} answered ${answer.statusCode}: ${text.slice(0, 200)}`))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
