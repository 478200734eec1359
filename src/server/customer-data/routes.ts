import type { FastifyInstance } from 'fastify'
import { customerReport } from '../../shared/endpoints/customer-report.ts'
import { serve } from '../kit/serve.ts'
import { reportOf } from './report-book.ts'

export function customerDataRoutes(app: FastifyInstance): void {
  serve(app, customerReport, ({ id: pile_id, command_id }, { db }) => reportOf(db, { pile_id, command_id }))
}
