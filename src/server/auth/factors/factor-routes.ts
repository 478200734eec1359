import type { FastifyInstance } from 'fastify'
import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  newPasskeyOptions,
  ownFactors,
  proofPasskeyOptions,
  prove,
  removePasskey,
  removeTotp,
  renamePasskey,
  startTotp,
} from '../../../shared/endpoints/own-factors.ts'
import { notFound, wrongField } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import type { AuthDeps } from '../deps.ts'
import { changeOwnFactors } from './change-factors.ts'
import { overviewOf } from './overview.ts'
import { boundToProof, provePerson, requireProof } from './proof.ts'
import { makeCodes } from './recovery-codes.ts'
import { beginTotp, keepTotp, tryNewTotp } from './totp.ts'

/** What a new passkey's answer is asked for: in this sign-in, of this person. */
const boundToNew = ({ id, session }: { id: number; session: string }) => `add ${id} ${session}`

/** A person's own second steps: an authenticator app, passkeys, recovery codes. What changes them takes a fresh proof. */
export function factorRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { db, passkeys } = deps
  serve(app, ownFactors, (_, context) => overviewOf(deps, context))

  serve(app, proofPasskeyOptions, async (_, { person, origin }) => ({
    options: await passkeys.ask({ bound_to: boundToProof(person), origin }, person.id),
  }))
  serve(app, prove, async (asked, context) => {
    await provePerson(asked, context, deps)
    return null
  })

  serve(app, makeRecoveryCodes, async (_, context) => {
    await requireProof(db, context.person)
    const change = { action: 'recovery_codes', template: 'recovery_codes_made' } as const
    return changeOwnFactors(deps, context, change, async (trx, enrolled) => {
      if (!enrolled) throw notFound()
      return { recovery_codes: await makeCodes(trx, deps.keys, context.person.id) }
    })
  })
  totpRoutes(app, deps)
  passkeyRoutes(app, deps)
}

function totpRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { db, keys, ports } = deps
  serve(app, startTotp, async (_, { person }) => {
    await requireProof(db, person)
    const { product: issuer } = await ports.rules()
    return beginTotp(db, keys, { user_id: person.id, family: person.session, issuer, label: person.user_name })
  })

  serve(app, confirmTotp, async ({ code }, context) => {
    const { id: user_id, session: family } = context.person
    const tried = await tryNewTotp(db, keys, { user_id, family, code: code.replace(/\s/g, '') })
    if (tried === 'gone') throw wrongField('code', 'refusals:totp_gone')
    if (tried === 'wrong') throw wrongField('code', 'wrong_step_code')
    const change = { action: 'add_totp', template: 'totp_added', shown: 'otp' } as const
    return changeOwnFactors(deps, context, change, async (trx) => {
      if (!(await keepTotp(trx, tried))) throw wrongField('code', 'refusals:totp_gone')
      return {}
    })
  })

  serve(app, removeTotp, async (_, context) => {
    await requireProof(db, context.person)
    const change = { action: 'remove_totp', template: 'totp_removed' } as const
    await changeOwnFactors(deps, context, change, async (trx) => {
      const removed = await trx
        .deleteFrom('totp')
        .where('user_id', '=', context.person.id)
        .returning('user_id')
        .executeTakeFirst()
      if (!removed) throw notFound()
      return {}
    })
    return null
  })
}

function passkeyRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { db, passkeys, ports } = deps
  serve(app, newPasskeyOptions, async (_, { person, origin }) => {
    await requireProof(db, person)
    const { id: user_id, user_name, name } = person
    const { product } = await ports.rules()
    const asked = { bound_to: boundToNew(person), origin }
    return { options: await passkeys.askNew(asked, { user_id, user_name, name, product }) }
  })

  serve(app, addPasskey, async ({ name, passkey }, context) => {
    const { person, origin } = context
    const made = await passkeys.made(passkey, { bound_to: boundToNew(person), origin }, { user_id: person.id, name })
    const change = { action: 'add_passkey', template: 'passkey_added', shown: 'passkey', words: { name } } as const
    return changeOwnFactors(deps, context, change, async (trx) => {
      const kept = await trx
        .insertInto('passkey')
        .values(made)
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!kept) throw wrongField('passkey', 'already_taken')
      return {}
    })
  })

  serve(app, renamePasskey, async ({ id, name }, { person }) => {
    const renamed = await db
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', person.id)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) throw notFound()
    return null
  })

  serve(app, removePasskey, async ({ id }, context) => {
    await requireProof(db, context.person)
    const known = await db
      .selectFrom('passkey')
      .select('name')
      .where('id', '=', id)
      .where('user_id', '=', context.person.id)
      .executeTakeFirst()
    if (!known) throw notFound()
    const change = { action: 'remove_passkey', template: 'passkey_removed', words: known } as const
    await changeOwnFactors(deps, context, change, async (trx) => {
      const removed = await trx.deleteFrom('passkey').where('id', '=', id).returning('id').executeTakeFirst()
      if (!removed) throw notFound()
      return {}
    })
    return null
  })
}
