import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { DATA_AGE, READ_AFTER } from '../../shared/kit/data-age.ts'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import type { Database } from './database/tables.ts'

/** A call, and what its answer goes by. */
export interface Asked {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Reads what an endpoint asks for: by the read replica where its answer may lag and that has what this person wrote, else by the primary. The answer says
 * how many seconds old it may be. Who it is and what they may was asked of the primary before.
 */
export async function byReplica<T>(
  { lags }: Pick<Endpoint, 'lags'>,
  { request, reply }: Asked,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { db, replica } = request.server.kit
  if (!lags || !replica) return read(db)
  const needs = Math.max(replica.needOf(request.person.id), namedIn(request))
  const answered = await replica.read(needs, read)
  reply.header(DATA_AGE, String(answered?.age ?? 0))
  return answered ? answered.value : read(db)
}

/** Says up to where the log has to be shown to those who wrote this: they may ask another node next. Whatever is no plain read may have written. */
export async function sayWritten({ lags, method }: Pick<Endpoint, 'lags' | 'method'>, { request, reply }: Asked) {
  if (lags || method === 'GET') return
  const written = await request.server.kit.replica?.wrote(request.person.id)
  if (written) reply.header(READ_AFTER, String(written))
}

/** Who names more than there is reads by the primary. */
function namedIn({ headers }: FastifyRequest): number {
  const named = String(headers[READ_AFTER] ?? '')
  return /^\d{1,15}$/.test(named) ? Number(named) : 0
}
