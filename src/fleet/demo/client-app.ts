import { createHash, randomBytes } from 'node:crypto'
import { request as requestPlainly } from 'node:http'
import { request as requestSafely } from 'node:https'
import type pg from 'pg'
import { TOKEN_PATH } from '../../shared/endpoints/client-apps.ts'

/** A program of another party, which calls the API as a client app of its own; refused as any other would be. */
export interface ClientApp {
  call(path: string, body: object): Promise<unknown>
  upload(path: string, file: { name: string; content: Buffer }): Promise<unknown>
}

interface About {
  name: string
  remark: string
  permissions: readonly string[]
}

interface Credentials {
  client_id: string
  secret: string
}

type Answer = Record<string, unknown>

/** Opens an app at a server that runs. `api` is its address: `http://127.0.0.1:8080/api`. */
export async function openClientApp(pool: pg.Pool, api: string, about: About): Promise<ClientApp> {
  const { client_id, secret } = await credentialsOf(pool, about)
  const basic = `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`
  let token = { value: '', until: 0 }
  async function renew() {
    const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await post(api + TOKEN_PATH, form, 'grant_type=client_credentials')
    const { access_token = '', expires_in = 0 } = answer as { access_token?: string; expires_in?: number }
    token = { value: access_token, until: Date.now() + (expires_in * 1_000) / 2 }
  }
  async function send(path: string, type: string, body: string | Buffer) {
    if (Date.now() > token.until) await renew()
    const { data } = await post(api + path, { authorization: `Bearer ${token.value}`, 'content-type': type }, body)
    return data
  }
  return {
    call: (path, body) => send(path, 'application/json', JSON.stringify(body)),
    upload(path, { name, content }) {
      const boundary = randomBytes(12).toString('hex')
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
      return send(path, `multipart/form-data; boundary=${boundary}`, body)
    },
  }
}

/** A demo knows nobody's password, so each start writes the app down with a secret that only this start knows. */
async function credentialsOf(pool: pg.Pool, { name, remark, permissions }: About): Promise<Credentials> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  const { rows } = await pool.query<{ id: number; client_id: string }>(
    `insert into client_app (name, remark, secret_hash, secret_at) values ($1, $2, $3, now())
     on conflict (name) do update set secret_hash = excluded.secret_hash, secret_at = now(), version = client_app.version + 1
     returning id, client_id`,
    [name, remark, hash],
  )
  const { id, client_id = '' } = rows[0] ?? {}
  await pool.query(
    'insert into client_app_menu select $1, id from menu where permission = any($2) on conflict do nothing',
    [id, permissions],
  )
  return { client_id, secret }
}

/** Sends a request to the server beside the demo: its certificate names the address that people use, and it comes by another. */
function post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Answer> {
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
