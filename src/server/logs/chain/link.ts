import { sql } from 'kysely'
import { sha256 } from '../../kit/sha256.ts'

/** Any number that no other lock of ours has: one server at a time seals, or forgets. */
export const CHAIN_LOCK = 7_203_139

/** Before the first entry. */
export const NO_HASH = '0'.repeat(64)

/**
 * An entry (table `e`) as it is hashed: the same text for the same content on every server and every version of PostgreSQL. Null for
 * one that is gone. The instant is in seconds to the microsecond.
 */
export const content = sql<string | null>`case when e.id is not null then jsonb_build_array(
  e.id, extract(epoch from e.created_at), e.user_id, e.user_name, e.address, e.agent, e.action, e.entity, e.entity_id,
  e.before, e.after)::text end`

/** The seal of an entry: SHA-256 over the seal before it, its place and its content, in hex. */
export const sealOf = (before: string, position: number, content: string): string =>
  sha256(`${before}\n${position}\n${content}`)
