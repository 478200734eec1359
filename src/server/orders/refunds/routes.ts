import type { FastifyInstance } from 'fastify'
import { orderMoneyFields } from '../../../shared/endpoints/order-money.ts'
import {
  confirmRefund,
  payRefund,
  requestRefund,
  reviewRefund,
  withdrawRefund,
} from '../../../shared/endpoints/refunds.ts'
import { serve } from '../../kit/serve.ts'
import type { ManualOrderDeps } from '../manual-order.ts'
import { confirm, pay } from './pay-refund.ts'
import { request } from './request-refund.ts'
import { review, withdraw } from './review-refund.ts'

export function refundRoutes(app: FastifyInstance, deps: ManualOrderDeps): void {
  serve(app, { ...requestRefund, fields: orderMoneyFields }, (asked, context) => request(deps, asked, context))
  serve(app, reviewRefund, (decision, context) => review(deps, decision, context))
  serve(app, payRefund, (decision, context) => pay(deps, decision, context))
  serve(app, confirmRefund, (outcome, context) => confirm(deps, outcome, context))
  serve(app, withdrawRefund, (decision, context) => withdraw(deps, decision, context))
}
