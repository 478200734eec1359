import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { isRaised, mayLosePile } from '../../shared/domain/configuration-keys.ts'
import { pilePasswordFlaw } from '../../shared/domain/pile-password.ts'
import { callExamples, callForm, callPile } from '../../shared/endpoints/piles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { keptOutcome } from '../kit/kept-outcome.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { commandRow } from './command-row.ts'
import type { CallExamples, CallFacts, CallForm, CallRead, PileCommands, ReadCall } from './ports.ts'
import { refuseForeign } from './refuse-foreign.ts'

/** Within the 10 s after which the console gives up on a request. */
const TIMEOUT_MS = 9_000

type Call = Parsed<typeof callPile>
type Answered = Data<typeof callPile>

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
  const write = async (call: Call, context: Context): Promise<Answered> => {
    const pile_id = await pileOf(call, context)
    const { action, payload } = call
    const facts = factsOf(call, await readCall(pile_id, { action, payload }))
    refuseWeakPassword(call, facts)
    refuseUnsure(call, facts)
    await refuseForeign(pile_id, facts, context)
    const { connector_number } = facts
    const asked = { pile_id, action, payload, connector_number, asked_by: context.person.name, timeoutMs: TIMEOUT_MS }
    const { id, send } = await commands.write(asked, context.db)
    const { command } = await commandRow(context.db, id)
    // The command's own payload: a pile's password is not in it.
    await audit(context.db, context, {
      action: 'call',
      entity: 'pile',
      entity_id: pile_id,
      before: null,
      after: { action, payload: command.payload },
    })
    context.afterCommit(() => {
      app.kit.changed('command', id)
      void send()
    })
    return { command, answer: null, error: null } as unknown as Answered
  }
  serve(app, callPile, write, { finish: (sent) => ended(sent, commands, app.kit.db) })
}

/** With what the pile said to it. Of a repeated request, which asks no pile again, that is what was kept. */
async function ended(sent: Answered, commands: PileCommands, db: Kysely<Database>): Promise<Answered> {
  const id = (sent.command as { id: number } | null)?.id ?? 0
  const outcome = await commands.answered(id, TIMEOUT_MS)
  const { command } = await commandRow(db, id)
  const { answer, failure } =
    outcome ?? (command.answer === null ? { answer: null, failure: NONE_YET } : keptOutcome(command.answer))
  return { command, answer, error: failure && errorOf(failure) } as Answered
}

const NONE_YET = { code: 'Timeout', description: '', details: null }

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
