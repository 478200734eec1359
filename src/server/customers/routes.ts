import type { FastifyInstance } from 'fastify'
import {
  correctBalance,
  correctionFields,
  customerDetails,
  resetCustomerPassword,
  reviewBalanceRequest,
  secondPerson,
  topUp,
  topUpFields,
  withdrawBalanceRequest,
} from '../../shared/endpoints/customers.ts'
import { card } from '../../shared/entities/card.ts'
import { customer } from '../../shared/entities/customer.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { updateRecord } from '../kit/crud/writes.ts'
import { hashNewPassword } from '../kit/password.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { correct, payIn, type Tell, usedUp } from './balance.ts'
import { review, withdraw } from './balance-requests.ts'

export function customerRoutes(app: FastifyInstance, balance: Tell['balance']): void {
  const tell: Tell = { balance, changed: app.kit.changed }
  serve(app, { ...topUp, fields: topUpFields }, (payment, context) => payIn(payment, context, tell))
  serve(app, { ...correctBalance, fields: correctionFields }, (correction, context) =>
    correct(correction, context, tell),
  )
  serve(app, secondPerson, ({ id }, { db, person }) => usedUp(db, id, person.id))
  serve(app, reviewBalanceRequest, (decision, context) => review(decision, context, tell))
  serve(app, withdrawBalanceRequest, (decision, context) => withdraw(decision, context))
  serve(app, resetCustomerPassword, resetPassword)
  serve(app, customerDetails, details)
}

async function resetPassword({ id, password }: Parsed<typeof resetCustomerPassword>, { db }: Context): Promise<null> {
  const known = await db
    .selectFrom('customer')
    .select(['archived_at', 'account', 'phone', 'email'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw notFound()
  refuseArchived(customer, known)
  const hash = (secret: string) => hashNewPassword(secret, [known.account, known.phone, known.email])
  await updateRecord(db, customer, { id, values: { password }, hash })
  return null
}

async function details(
  { id }: Parsed<typeof customerDetails>,
  { db, person }: Context,
): Promise<Data<typeof customerDetails>> {
  const [found] = await rowsOf(db, customer, [id], person)
  if (!found) throw notFound()
  const cards = await db
    .selectFrom('card')
    .select('id')
    .where('customer_id', '=', id)
    .where('archived_at', 'is', null)
    .orderBy('number')
    .execute()
  const ids = cards.map((each) => each.id)
  return { customer: found, cards: await rowsOf(db, card, ids, person) } as unknown as Data<typeof customerDetails>
}
