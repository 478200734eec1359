import type { FastifyInstance } from 'fastify'
import { decideOrder } from '../../shared/endpoints/order-decision.ts'
import { orderPiles, orderSites } from '../../shared/endpoints/order-filters.ts'
import {
  collectOrder,
  createOrder,
  orderMoneyFields,
  priceOrder,
  supplementOrder,
} from '../../shared/endpoints/order-money.ts'
import { closeOrder, orderDetail, payOrder, settleOrder } from '../../shared/endpoints/orders.ts'
import { serve } from '../kit/serve.ts'
import { closeByHand, payAgain, settleByHand } from './by-hand.ts'
import { collect } from './collect.ts'
import { createByHand, preview } from './create-order.ts'
import { decideByHand } from './decide-order.ts'
import type { ManualOrderDeps } from './manual-order.ts'
import { detailOf } from './order-detail.ts'
import { pilesToFilter, sitesToFilter } from './order-filters.ts'
import type { CanAsk } from './ports.ts'
import { refundRoutes } from './refunds/routes.ts'
import { supplement } from './supplement.ts'

export function orderRoutes(app: FastifyInstance, deps: ManualOrderDeps, canAsk: CanAsk): void {
  serve(app, orderDetail, ({ id }, context) => detailOf({ book: deps.book, canAsk }, id, context))
  serve(app, settleOrder, (decision, context) => settleByHand(deps, decision, context))
  serve(app, decideOrder, (decision, context) => decideByHand(deps, decision, context))
  serve(app, closeOrder, (decision, context) => closeByHand(deps, decision, context))
  serve(app, payOrder, (decision, context) => payAgain(deps, decision, context))
  serve(app, { ...collectOrder, fields: orderMoneyFields }, (collected, context) => collect(deps, collected, context))
  serve(app, supplementOrder, (asked, context) => supplement(deps, asked, context))
  serve(app, priceOrder, (session, context) => preview(session, context))
  serve(app, createOrder, (entered, context) => createByHand(deps, entered, context))
  serve(app, orderSites, (query, context) => sitesToFilter(context, query))
  serve(app, orderPiles, (query, context) => pilesToFilter(context, query))
  refundRoutes(app, deps)
}
