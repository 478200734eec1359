import type { FastifyInstance } from 'fastify'
import {
  dashboardLayout,
  layoutAudiences,
  resetLayout,
  resetSharedLayout,
  saveLayout,
  saveSharedLayout,
  sharedLayout,
} from '../../shared/endpoints/dashboard-layouts.ts'
import { type Placed, permitted } from '../../shared/widgets/layout.ts'
import { audit } from '../kit/audit.ts'
import type { Context, Looking } from '../kit/context.ts'
import { may } from '../kit/person.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { heldLayout } from './hold-layout.ts'
import { audiences, forgetLayout, keepLayout, layoutInForce, layoutOf, type Whose } from './layouts.ts'

/** How the dashboard is laid out: for oneself, and by who may for a role and for everybody. */
export function layoutRoutes(app: FastifyInstance): void {
  serve(app, dashboardLayout, (_, context) => layoutInForce(context))

  serve(app, saveLayout, async ({ widgets }, context) => {
    const own = { user_id: context.person.id }
    await keepLayout(context.db, own, await heldLayout(widgets, context))
    return layoutInForce(context)
  })

  serve(app, resetLayout, async (_, context) => {
    await forgetLayout(context.db, { user_id: context.person.id })
    return layoutInForce(context)
  })

  serve(app, sharedLayout, async ({ role_id }, { db, person }) => {
    const kept = await layoutOf(db, await audienceOf({ db, person }, role_id))
    return { widgets: kept && permitted(kept, (permission) => may(person, permission)) }
  })

  serve(app, saveSharedLayout, async ({ role_id, widgets }, context) => {
    await change(context, role_id, await heldLayout(widgets, context))
    return null
  })

  serve(app, resetSharedLayout, async ({ role_id }, context) => {
    await change(context, role_id, null)
    return null
  })

  serve(app, layoutAudiences, (_, { db }) => audiences(db))
}

async function audienceOf({ db }: Looking, role_id: number | null): Promise<Whose> {
  if (role_id === null) return 'everybody'
  const role = await db.selectFrom('role').select('id').where('id', '=', role_id).executeTakeFirst()
  if (!role) throw wrongField('role_id', 'unknown_reference')
  return { role_id }
}

/** Keeps a shared layout, or with null forgets it; the change log says who did. */
async function change(context: Context, role_id: number | null, widgets: Placed[] | null): Promise<void> {
  const { db } = context
  const whose = await audienceOf(context, role_id)
  const before = await layoutOf(db, whose)
  await (widgets ? keepLayout(db, whose, widgets) : forgetLayout(db, whose))
  const said = (kept: readonly Placed[] | null) => kept && { role_id, widgets: kept.map(({ widget }) => widget) }
  await audit(db, context, {
    action: 'arrange_dashboard',
    entity: 'dashboard',
    entity_id: null,
    before: said(before),
    after: said(widgets),
  })
}
