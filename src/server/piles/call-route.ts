import type { FastifyInstance } from 'fastify'
import { isRaised, mayLosePile } from '../../shared/domain/configuration-keys.ts'
import { pilePasswordFlaw } from '../../shared/domain/pile-password.ts'
import { callExamples, callForm, callPile } from '../../shared/endpoints/piles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { commandRow } from './command-row.ts'
import type { CallExamples, CallFacts, CallForm, CallRead, PileCommands, ReadCall } from './ports.ts'
import { refuseForeign } from './refuse-foreign.ts'

/** Within the 10 s after which the console gives up on a request. */
const TIMEOUT_MS = 9_000

type Call = Parsed<typeof callPile>

interface CallPorts {
  commands: PileCommands
  readCall: ReadCall
  callExamples: CallExamples
  callForm: CallForm
}

/** For engineers: any call, checked against the standard and against what they reach before it is sent. */
export function callRoutes(
  app: FastifyInstance,
  { commands, readCall, callExamples: examplesOf, ...ports }: CallPorts,
): void {
  serve(app, callExamples, async ({ id }) => ({ calls: await examplesOf(id) }))
  serve(app, callForm, async ({ id, action }) => ({ form: await ports.callForm(id, action) }) as Data<typeof callForm>)
  serve(app, callPile, async (call, context) => {
    const pile_id = await pileOf(call, context)
    const { action, payload } = call
    const facts = factsOf(call, await readCall(pile_id, { action, payload }))
    refuseWeakPassword(call, facts)
    refuseUnsure(call, facts)
    await refuseForeign(pile_id, facts, context)
    const { connector_number } = facts
    const asked = { pile_id, action, payload, connector_number, asked_by: context.person.name }
    const { id, answer, failure } = await commands.ask({ ...asked, timeoutMs: TIMEOUT_MS })
    const { command } = await commandRow(context.db, id)
    // The command's own payload: a pile's password is not in it.
    await audit(context.db, context, {
      action: 'call',
      entity: 'pile',
      entity_id: pile_id,
      before: null,
      after: { action, payload: command.payload },
    })
    return { command, answer, error: failure && errorOf(failure) } as Data<typeof callPile>
  })
}

async function pileOf({ station_number }: Call, { db, person }: Context): Promise<number> {
  const pile = await db
    .selectFrom('pile')
    .select('id')
    .where('station_number', '=', station_number)
    .where('archived_at', 'is', null)
    .where(reached(person, 'pile', 'pile'))
    .executeTakeFirst()
  if (!pile) throw new Refusal(404, 'commands:no_such_pile', { figures: { station: station_number } })
  return pile.id
}

function factsOf({ action }: Call, read: CallRead): CallFacts {
  if ('unknown' in read) throw wrongField('action', 'commands:unknown_action', { action })
  if ('flaw' in read) throw wrongField('payload', 'commands:payload_flaw', { flaw: read.flaw })
  return read.facts
}

/** A password that anybody guesses is no password, no matter who sets it (OCPP security whitepaper, A00.FR.205). */
function refuseWeakPassword({ station_number }: Call, { password }: CallFacts): void {
  if (password === null) return
  const flaw = pilePasswordFlaw(Buffer.from(password), station_number)
  if (flaw) throw wrongField('payload', `refusals:pile_password_${flaw}`)
}

/**
 * As in the table of its settings, where a pile may be lost the person is asked first; so where it would show other prices than are billed. A
 * password is safe: the old one counts until the new one does.
 */
function refuseUnsure({ sure }: Call, { settings, shows_prices }: CallFacts): void {
  if (sure) return
  if (shows_prices) throw wrongField('sure', 'commands:unsure_prices')
  const key = settings.find(isRaised) ?? settings.find(mayLosePile)
  if (key) throw wrongField('sure', isRaised(key) ? 'commands:unsure_profile' : 'commands:unsure_setting', { key })
}

const errorOf = ({ code, description, details }: { code: string; description: string; details: unknown }) => ({
  code,
  description,
  details,
})
