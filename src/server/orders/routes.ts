import type { FastifyInstance } from 'fastify'
import { closeOrder, orderDetail, payOrder, settleOrder } from '../../shared/endpoints/orders.ts'
import { serve } from '../kit/serve.ts'
import { closeByHand, type Desk, payAgain, settleByHand } from './by-hand.ts'
import { detailOf } from './order-detail.ts'

export function orderRoutes(app: FastifyInstance, desk: Desk): void {
  serve(app, orderDetail, ({ id }, { db }) => detailOf(db, desk.book, id))
  serve(app, settleOrder, (decision, context) => settleByHand(desk, decision, context))
  serve(app, closeOrder, (decision, context) => closeByHand(desk, decision, context))
  serve(app, payOrder, (decision, context) => payAgain(desk, decision, context))
}
