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
import type { Desk } from '../desk.ts'
import { confirm, pay } from './pay-refund.ts'
import { request } from './request-refund.ts'
import { review, withdraw } from './review-refund.ts'

export function refundRoutes(app: FastifyInstance, desk: Desk): void {
  serve(app, { ...requestRefund, fields: orderMoneyFields }, (asked, context) => request(desk, asked, context))
  serve(app, reviewRefund, (decision, context) => review(desk, decision, context))
  serve(app, payRefund, (decision, context) => pay(desk, decision, context))
  serve(app, confirmRefund, (outcome, context) => confirm(desk, outcome, context))
  serve(app, withdrawRefund, (decision, context) => withdraw(desk, decision, context))
}
