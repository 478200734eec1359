import { sql } from 'kysely'
import type { PileCommand } from '../../shared/commands/declare.ts'
import { commandWord } from '../../shared/commands/declare.ts'
import type { OfferedName } from '../../shared/commands/index.ts'
import { RULES, rulesOf, type SaidRules } from '../../shared/commands/many.ts'
import type { bulkCommands } from '../../shared/endpoints/pile-commands.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import { auditAll } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { wrongField } from '../kit/refusal.ts'
import { say } from '../kit/words.ts'
import { intentOf, type Resolvers, type Said } from './intents.ts'
import type { PileReading, Sockets } from './ports.ts'

type BulkCall = ReturnType<typeof bulkCommands.get> & object
export type ManyPiles = Said & Parsed<BulkCall>

interface Deps {
  others: Resolvers
  campaigns: StartCampaign
  reading: PileReading
  sockets: Sockets
}

/** A campaign has so many piles at most. */
const MOST = 20_000

/** A command of a part of the pile means all of it here, one of any gun none in particular; one of a gun is given for each of them. */
const WHOLE = { pile: {}, part: { connector_number: 0 }, any: { connector_number: null }, gun: {} } as const

/** Gives one command to many piles: a campaign, which begins when it is durable. */
export async function commandMany(
  command: PileCommand,
  { ids, filter, ...all }: ManyPiles,
  context: Context,
  deps: Deps,
): Promise<Data<BulkCall>> {
  const { rules, said } = apart(all)
  const piles = ids ?? (await found(filter ?? {}, context, deps.reading))
  const place: Said = WHOLE[command.about]
  const connector_number = place.connector_number ?? null
  const name = nameOf(command, said, context.language)
  const id = await deps.campaigns.start(
    {
      action: command.name as OfferedName,
      name,
      payload: await intentOf(command, null, { ...said, ...place }, { context, others: deps.others }),
      targets:
        command.about === 'gun'
          ? await gunsOf(context.db, piles)
          : piles.map((pile_id) => ({ pile_id, connector_number })),
      rules: rulesOf(rules),
    },
    context,
  )
  const note = { action: command.name, entity: 'pile', before: null, after: { ...said } }
  await auditAll(
    context.db,
    context,
    piles.map((entity_id) => ({ ...note, entity_id })),
  )
  const not_connected = piles.filter((pile_id) => !deps.sockets.connected(pile_id)).length
  return { campaign: { id, name }, piles: piles.length, not_connected }
}

const gunsOf = (db: Context['db'], piles: readonly number[]) =>
  db
    .selectFrom('connector')
    .select(['pile_id', 'number as connector_number'])
    .where('pile_id', 'in', piles)
    .orderBy('pile_id')
    .orderBy('number')
    .execute()

const choiceWord = (field: string, said: Said) => `entities:command.choices.${field}.${said[field]}`

/** What is chosen with it is said too: two campaigns that ask for two messages are told apart. */
function nameOf({ name, buttons, fields }: PileCommand, said: Said, language: Context['language']): string {
  // Its button's word says more than its own: into service, or out of it.
  const what = say(language, { key: buttons === null ? commandWord(name) : choiceWord(buttons, said) })
  const kinds = Object.entries(fields)
    .filter(([field, { kind }]) => kind === 'choice' && field !== buttons && typeof said[field] === 'string')
    .map(([field]) => say(language, { key: choiceWord(field, said) }))
  return kinds.reduce(
    (named, kind) => say(language, { key: 'campaigns:of_kind', figures: { what: named, kind } }),
    what,
  )
}

/** All that the list of piles finds by a filter, as far as the person reaches. */
async function found(filter: object, context: Context, reading: PileReading): Promise<number[]> {
  const { where } = reading.selection({ ...filter }, context)
  const { rows } = await sql<{ id: number }>`
    select t.id from pile t where ${where ?? sql`true`} order by t.id limit ${MOST + 1}`.execute(context.db)
  if (!rows.length) throw wrongField('filter', 'campaigns:no_piles')
  if (rows.length > MOST) throw wrongField('filter', 'campaigns:too_many', { most: MOST })
  return rows.map(({ id }) => id)
}

/** The rules of the campaign, and what is said with the command. */
function apart(all: Said & SaidRules): { rules: SaidRules; said: Said } {
  const own = Object.entries(all).filter(([name]) => !(name in RULES))
  const rules = Object.entries(all).filter(([name]) => name in RULES)
  return { rules: Object.fromEntries(rules), said: Object.fromEntries(own) }
}
