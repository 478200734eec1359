import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { TOKEN_PATH } from '../../shared/endpoints/client-apps.ts'
import type { Database } from '../kit/database/tables.ts'
import { answerError } from '../kit/errors.ts'
import { Refusal } from '../kit/refusal.ts'
import { rightsOfApps } from './app-rights.ts'
import { secretFits } from './app-secret.ts'
import { APP_TOKEN_SECONDS, type AppTokens, nameOfSecret } from './app-tokens.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import type { ClientAppPorts } from './ports.ts'
import { tokenDocumentation } from './token-documentation.ts'
import { readTokenRequest, type TokenRequest } from './token-request.ts'

/** Of one address; an app asks once an hour. */
const TRIES_A_MINUTE = 60

interface Parts {
  db: Kysely<Database>
  tokens: AppTokens
  ports: ClientAppPorts
}

/** Gives client apps their tokens: OAuth 2.0, client credentials (RFC 6749, 4.4). */
export function tokenRoute(app: FastifyInstance, parts: Parts): void {
  app.route({
    method: 'POST',
    url: TOKEN_PATH,
    config: { permission: 'public', rateLimit: { max: TRIES_A_MINUTE, timeWindow: 60_000 } },
    schema: tokenDocumentation,
    errorHandler: answerOAuth,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
      if (!isForm(request)) throw new OAuthRefusal('invalid_request')
      const asked = readTokenRequest(request)
      const { id, name, secret_hash, scope } = await allowed(parts, asked, request)
      await noted(parts, { id, name }, 'signed_in', request)
      const made_with = nameOfSecret(secret_hash)
      return {
        access_token: await parts.tokens.sign({ app_id: id, made_with, scope: asked.scope }),
        token_type: 'Bearer',
        expires_in: APP_TOKEN_SECONDS,
        scope: scope.join(' '),
      }
    },
  })
}

const isForm = ({ headers }: FastifyRequest) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

interface Allowed {
  id: number
  name: string
  secret_hash: string
  scope: readonly string[]
}

/** Only who has the secret learns nothing more than that it is not good: each refusal stands in the log with its reason. */
async function allowed(parts: Parts, asked: TokenRequest, request: FastifyRequest): Promise<Allowed> {
  const found = await parts.db
    .selectFrom('client_app')
    .select(['id', 'name', 'status', 'expires_at', 'secret_hash'])
    .where('client_id', '=', asked.client_id)
    .executeTakeFirst()
  const why = !secretFits(found?.secret_hash, asked.secret)
    ? 'wrong_credentials'
    : found?.status !== 'normal'
      ? 'user_disabled'
      : isOver(found.expires_at)
        ? 'app_expired'
        : null
  if (why || !found?.secret_hash) {
    await noted(parts, found ?? null, why ?? 'wrong_credentials', request)
    throw new OAuthRefusal('invalid_client')
  }
  const { id, name, secret_hash } = found
  const { permissions = [] } = (await rightsOfApps(parts.db, parts.ports.people, [id])).get(id) ?? {}
  const scope = asked.scope ?? permissions
  if (!scope.every((code) => permissions.includes(code))) throw new OAuthRefusal('invalid_scope')
  return { id, name, secret_hash, scope }
}

const isOver = (at: string | null) => at !== null && Date.parse(at) <= Date.now()

function noted(
  { db, ports }: Parts,
  app: { id: number; name: string } | null,
  outcome: string,
  { ip: address, headers }: FastifyRequest,
): Promise<void> {
  const agent = String(headers['user-agent'] ?? '').slice(0, 200)
  const who = app ? { user_name: app.name, user_id: -app.id } : { user_name: '', user_id: null }
  return ports.tried(db, { way: 'app', ...who, outcome, address, agent })
}

/** Whatever the caller did wrong is said in the standard's form; a fault of ours as everywhere. */
function answerOAuth(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (!refusal) return answerError(error, request, reply)
  if (refusal.error === 'invalid_client') reply.header('www-authenticate', 'Basic realm="chargedeck", charset="UTF-8"')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .type('application/json; charset=utf-8')
    .send(refusal.answer)
}

function refusalOf(error: FastifyError): OAuthRefusal | null {
  if (error instanceof OAuthRefusal) return error
  const code = error instanceof Refusal ? error.code : (error.statusCode ?? 500)
  if (code === 429) return new OAuthRefusal('temporarily_unavailable')
  return code >= 400 && code < 500 ? new OAuthRefusal('invalid_request') : null
}
