import * as z from 'zod/mini'
import { type Payload, type PileCommand, permissionTo } from '../commands/declare.ts'
import { everyOffered, type OfferedName, type offered } from '../commands/index.ts'
import { forMany, isWholeWindow, type SaidRules } from '../commands/many.ts'
import { command as commandEntity } from '../entities/command.ts'
import { filterValue, identities } from '../kit/call-bodies.ts'
import type { Endpoint, Reaches } from '../kit/endpoint.ts'
import type { Entity } from '../kit/entity.ts'
import type { Fields } from '../kit/fields.ts'
import { draftSchema, rowSchema } from '../kit/schema.ts'
import { gunNumber, identity } from './inputs.ts'

/** A command's fields as the kit's schemas and forms take them; their words stand with those of the commands' list. */
export const formOf = ({ fields }: Pick<PileCommand, 'fields'>): Entity => ({ ...commandEntity, fields })

/** What is said with a command, whatever it is sent to. */
const saidOf = (command: PileCommand) => draftSchema(formOf(command)) as unknown as z.ZodMiniObject

const placeOf = ({ about }: PileCommand) => {
  if (about === 'pile') return {}
  const number = gunNumber()
  return { connector_number: about === 'any' ? z.optional(z.nullable(number)) : number }
}

/** References in the payload have to be within the sender's reach, like the pile. */
const reachesOf = ({ fields }: PileCommand, piles: string): Reaches => ({
  pile: piles,
  ...Object.fromEntries(Object.entries(fields).flatMap(([name, { to }]) => (to ? [[to, name]] : []))),
})

const sent = z.object({ command: rowSchema(commandEntity) })

type Body<C> = { id: number } & Payload<C>
type Calls = {
  readonly [N in OfferedName]: Endpoint<z.ZodMiniType<Body<(typeof offered)[N]>>, typeof sent> & { fields: Fields }
}

const callOf = (command: PileCommand) => ({
  method: 'POST' as const,
  path: `/system/device/${command.name}`,
  permission: permissionTo(command),
  reaches: reachesOf(command, 'id'),
  body: z.extend(saidOf(command), { id: identity, ...placeOf(command) }),
  data: sent,
  repeatable: true as const,
  changes: 'pile',
  fields: command.fields,
})

/** The call of each command, answered with the command as it is when the pile has answered. */
export const pileCommands = Object.fromEntries(
  everyOffered.map((command) => [command.name, callOf(command)]),
) as unknown as Calls

const many = z.object({
  campaign: z.object({ id: z.int(), name: z.string() }),
  /** So many are asked, those that are not connected among them. */
  piles: z.int(),
  not_connected: z.int(),
})

/** Piles by their identities, or all that the list of piles finds by a filter. */
export const chosenPiles = {
  ids: z.optional(identities()),
  filter: z.optional(z.record(z.string(), z.nullable(filterValue))),
}
const eitherWay = z.refine<{ ids?: unknown; filter?: unknown }>(
  ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
  { error: 'required', path: ['ids'] },
)

/** Hours of which only one is said, or two that are the same, are refused at the second. */
export const wholeWindow = z.refine<SaidRules>(isWholeWindow, {
  error: 'window_hours',
  path: ['window_to'],
})

/** The call of a command to many piles, each of them as a whole: a campaign, answered when it is written down. */
const bulkCallOf = (command: PileCommand) => ({
  method: 'POST' as const,
  path: `/system/device/${command.name}/bulk`,
  permission: permissionTo(command),
  reaches: reachesOf(command, 'ids'),
  body: z.extend(saidOf(forMany(command)), chosenPiles).check(eitherWay as never, wholeWindow as never),
  data: many,
  repeatable: true as const,
  fields: forMany(command).fields,
})

interface ManyPiles extends SaidRules {
  ids?: number[]
  filter?: Record<string, unknown>
}
type BulkCall = Endpoint<z.ZodMiniType<ManyPiles>, typeof many> & { fields: Fields }

export const bulkCommands = new Map(
  everyOffered.filter(({ bulk }) => bulk).map((command) => [command.name, bulkCallOf(command) as unknown as BulkCall]),
)
