import type { FastifyInstance } from 'fastify'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import {
  ownWork,
  pileHistory,
  saveWorkOrder,
  workOrderPeople,
  workOrderView,
} from '../../shared/endpoints/work-orders.ts'
import { type FindPeople, peopleReaching } from '../kit/reach/people-reaching.ts'
import { serve } from '../kit/serve.ts'
import { historyOf } from './history.ts'
import { ownWorkOf } from './own.ts'
import { placeOf, refuseLate, save } from './save.ts'
import { viewWorkOrder } from './view.ts'

export function workOrderRoutes(app: FastifyInstance, people: FindPeople): void {
  serve(app, saveWorkOrder, save(people), { finish: refuseLate })
  serve(app, workOrderView, viewWorkOrder)
  serve(app, pileHistory, historyOf)
  serve(app, ownWork, (_, looking) => ownWorkOf(looking))
  serve(app, workOrderPeople, async ({ pile_id, site_id }, { db, person }) => {
    const place = placeOf(pile_id ?? null, site_id ?? null)
    const able = await peopleReaching(db, people, { permission: DOES_WORK, ...place })
    return { people: able.map(({ id, name }) => ({ id, name, own: id === person.id })) }
  })
}
