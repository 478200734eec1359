import type { protocolLog } from '../../shared/endpoints/protocol-log.ts'
import type { Body } from '../../shared/kit/endpoint.ts'

/** What the log can be searched by; empty ones are not asked for. */
export const FILTERS = ['station_number', 'connection_number', 'message_type', 'command', 'unique_id'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

export const MESSAGE_TYPES = ['Call', 'CallResult', 'CallError', 'CallResultError', 'Send'] as const

/** Filters as they stand in the address. */
export const readFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])))

/** The question for one page of frames. */
export const questionOf = (filters: Filters, page: number, size: number): Body<typeof protocolLog> => ({
  page_num: page,
  page_size: size,
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
})
