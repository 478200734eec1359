import type { FastifyInstance } from 'fastify'
import {
  DOES_WORK,
  pileHistory,
  saveWorkOrder,
  workOrderPeople,
  workOrderView,
} from '../../shared/endpoints/work-orders.ts'
import { type FindPeople, peopleReaching } from '../kit/reach/people-reaching.ts'
import { serve } from '../kit/serve.ts'
import { historyOf } from './history.ts'
import { refuseLate, save } from './save.ts'
import { viewWorkOrder } from './view.ts'

export function workOrderRoutes(app: FastifyInstance, people: FindPeople): void {
  serve(app, saveWorkOrder, save(people), { finish: refuseLate })
  serve(app, workOrderView, viewWorkOrder)
  serve(app, pileHistory, historyOf)
  serve(app, workOrderPeople, async ({ pile_id }, { db, person }) => {
    const able = await peopleReaching(db, people, { permission: DOES_WORK, entity: 'pile', id: pile_id })
    return { people: able.map(({ id, name }) => ({ id, name, own: id === person.id })) }
  })
}
