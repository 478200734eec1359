import type { FastifyInstance } from 'fastify'
import { frameRow, protocolLog, publicProtocolLog } from '../../shared/endpoints/protocol-log.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { type FrameFilter, findFrames } from './frames.ts'
import { maskingOf, type PublicWords } from './mask-frame.ts'
import { findPublicFrames } from './public-frames.ts'

interface Ports {
  /** Whether visitors may look messages up. */
  open(): Promise<boolean>
  publicWords: PublicWords
}

export function protocolLogRoutes(app: FastifyInstance, { open, publicWords }: Ports): void {
  const masked = maskingOf(publicWords)
  serve(app, protocolLog, async (query, context) => {
    const { page_num, page_size } = query
    const page = { limit: page_size, offset: (page_num - 1) * page_size }
    const { rows, total, more } = await findFrames(context, filterOf(query), page)
    return { total, page: page_num, pageSize: page_size, rows, summary: { more: more ? 1 : 0 } }
  })
  serve(app, publicProtocolLog, async ({ connection_number, unique_id }, { db }) => {
    if (!(await open())) throw new Refusal(403, 'refusals:public_log_off')
    return findPublicFrames(db, { connection: connectionOf(connection_number), unique_id }, masked)
  })
}

function filterOf(query: Parsed<typeof protocolLog>): FrameFilter {
  const { station_number, unique_id, command, connection_number, message_type, from, to } = query
  const filter = { station_number, unique_id, command, from: instant('from', from), to: instant('to', to) }
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...Object.fromEntries(given),
    ...(connection_number && { connection: connectionOf(connection_number) }),
    ...(message_type && { message_type: typeOf(message_type) }),
  }
}

function connectionOf(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw wrongField('connection_number', 'whole_number')
  return number
}

function typeOf(text: string): FrameFilter['message_type'] {
  const type = frameRow.shape.message_type.safeParse(text)
  if (!type.success) throw wrongField('message_type', 'not_a_choice')
  return type.data
}

function instant(field: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw wrongField(field, 'not_a_time')
  return new Date(at).toISOString()
}
