import type { FastifyInstance } from 'fastify'
import { messagePiles, pushMessage } from '../../shared/endpoints/display-messages.ts'
import { pileScreen } from '../../shared/endpoints/screens.ts'
import { serve } from '../kit/serve.ts'
import { screenOf } from './in-pile.ts'
import { pilesOfMessage } from './message-piles.ts'
import type { ScreenPorts } from './ports.ts'
import { push } from './push.ts'

/** What the screens of piles hold, and messages for many of them. */
export function screenRoutes(app: FastifyInstance, ports: ScreenPorts): void {
  serve(app, pileScreen, ({ id }, context) => screenOf(id, context, ports.costsOf))
  serve(app, messagePiles, pilesOfMessage)
  serve(app, pushMessage, (asked, context) => push(asked, context, ports))
}
