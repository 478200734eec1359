import type { FastifyInstance } from 'fastify'
import {
  loginByPasskey,
  loginPasskeyOptions,
  stepByCode,
  stepByPasskey,
  stepPasskeyOptions,
} from '../../../shared/endpoints/second-step.ts'
import { passkeysHere } from '../../../shared/endpoints/ways-in.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { accountOf } from '../accounts.ts'
import type { AuthDeps } from '../deps.ts'
import { allowed } from '../sign-in.ts'
import type { Known } from '../token-granter.ts'
import { countTry, findStep, spendStep, type Waiting } from './second-steps.ts'

/** What a signature is asked for where nobody is named yet. */
const SIGN_IN = 'sign_in'
const boundToStep = ({ ticket_hash }: Waiting) => `step ${ticket_hash}`

/** The second step after whichever first one, and passkeys as a way in of their own. */
export function stepRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { passkeys } = deps
  serve(app, passkeysHere, async (_, { origin }) => passkeys.placeOf(origin))

  serve(app, stepByCode, ({ ticket, code }, context) =>
    takeStep(deps, { ticket, context }, async (waiting) => [
      ...waiting.amr,
      await checkCode(deps, { waiting, code, context }),
    ]),
  )

  serve(app, stepPasskeyOptions, async ({ ticket }, { origin }) => {
    const waiting = await findStep(deps.db, ticket)
    return { options: await passkeys.ask({ bound_to: boundToStep(waiting), origin }, waiting.user_id) }
  })

  serve(app, stepByPasskey, ({ ticket, passkey }, context) =>
    takeStep(deps, { ticket, context }, async (waiting) => {
      await countTry(deps.db, waiting)
      await deps.factors.checkPasskey(passkey, boundToStep(waiting), context, waiting.user_id)
      return [...waiting.amr, 'passkey']
    }),
  )

  serve(app, loginPasskeyOptions, async (_, { origin }) => ({
    options: await passkeys.ask({ bound_to: SIGN_IN, origin }),
  }))

  serve(app, loginByPasskey, ({ passkey, remember = false }, context) =>
    deps.granter.enter({ way: 'passkey', typed: '', remember }, context, async () => {
      const user_id = await deps.factors.checkPasskey(passkey, SIGN_IN, context)
      const user = await accountOf(deps.db, user_id)
      if (!user) throw new Refusal(422, 'passkey_wrong')
      return { ...allowed(user), amr: ['passkey'], fresh: true }
    }),
  )
}

interface Taking {
  ticket: string
  context: Context
}

/** Lets in anyone who takes the second step of a ticket. The ticket goes with it; what a first step was remembered as stays. */
async function takeStep(
  { db, granter }: AuthDeps,
  { ticket, context }: Taking,
  take: (waiting: Waiting) => Promise<Known['amr']>,
) {
  const waiting = await findStep(db, ticket)
  const { user_id: id, user_name, way, remember, sign_ins_ended } = waiting
  return granter.enter({ way, typed: user_name, remember }, context, async () => {
    allowed({ ...waiting, id })
    const amr = await take(waiting)
    await spendStep(db, waiting)
    return { id, user_name, sign_ins_ended, amr, fresh: true }
  })
}

interface Checking {
  waiting: Waiting
  code: string
  context: Context
}

/** After the last try of a ticket its person hears that someone knows their password. */
async function checkCode({ db, factors }: AuthDeps, { waiting, code, context }: Checking) {
  const left = await countTry(db, waiting)
  try {
    return await factors.checkCode(waiting, code, context)
  } catch (error) {
    if (left === 0 && error instanceof Refusal && error.code === 422) await factors.guessed(waiting, context)
    throw error
  }
}
