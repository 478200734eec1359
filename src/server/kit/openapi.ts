import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { TOKEN_PATH } from '../../shared/endpoints/client-apps.ts'
import { LANGUAGES } from '../../shared/kit/languages.ts'
import { openly } from './guard.ts'

interface About {
  version: string
  /** Where the API's paths hang: `/api`. */
  base: string
}

/** Documents every route registered after it: `<base>/openapi.json`, and a page to try them at `<base>/docs`. */
export function documentApi(app: FastifyInstance, { version, base }: About): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Chargedeck', version, description: DESCRIPTION },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          client_app: {
            type: 'oauth2',
            description: 'Programs: with the id and the secret of a client app.',
            flows: { clientCredentials: { tokenUrl: `${base}${TOKEN_PATH}`, scopes: {} } },
          },
        },
      },
      security: [{ token: [] }, { client_app: [] }],
    },
    transform: jsonSchemaTransform,
  })
  app.get(`${base}/openapi.json`, { config: { permission: 'public' }, schema: { hide: true } }, () => app.swagger())
  openly(app, (scope) => {
    scope.register(swaggerUi, { routePrefix: `${base}/docs`, staticCSP: CONTENT })
  })
}

// The page writes styles into its elements, and one sheet, known by its hash; its scripts are files. Its own default would force TLS.
const CONTENT = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'style-src-attr': ["'unsafe-inline'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'self'"],
}

const DESCRIPTION = [
  'Every answer is `{ code, message, data }`; the HTTP status equals `code` and success is 200.',
  `A refused input (422) names each field in \`data.errors\`. Messages come in the language of Accept-Language: ${LANGUAGES.join(', ')}. A body names only what its call reads; a query may name anything else.`,
  'A write that takes an Idempotency-Key is done once, however often it is sent under the same key within seven days. Its Client-Time (ISO 8601) is what the caller’s clock shows as it is sent: times of before are read by it. Instead-Of names the keys of earlier requests, with commas between them, that this one says in other words and of which no answer came: of all of them one is done. Where that was an earlier one the answer is 409, with what was answered then as `data.stands`.',
].join('\n\n')
