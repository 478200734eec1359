import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/**
 * Whose records a call touches. An entity's name with the input's fields that hold identities of it: they have to be within the
 * caller's reach. `itself`: the handler narrows what it reads. `nothing`: it touches what belongs to nobody in particular, or to
 * the caller alone.
 */
export type Reaches = 'itself' | 'nothing' | Readonly<Record<string, string | readonly string[]>>

/** A call of the API that is not an entity's plain one: declared once, served and called by types that follow. */
export interface Endpoint<B extends Schema = Schema, D extends Schema = Schema> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the API base. */
  readonly path: string
  /** A permission code, or `public` (nobody signed in) or `signed_in` (any person). */
  readonly permission: string
  /** The JSON body, or the query of a GET. */
  readonly body: B
  /** The answer's `data`. */
  readonly data: D
  /** Whose records it touches: held before its handler runs. A route that says nothing stops the server at start. */
  readonly reaches: Reaches
  /** Anyone who has yet to set up the second step that a role of theirs asks for may call it: nothing else that is not public. */
  readonly enrolling?: true
  /** A phone may send it twice: with an Idempotency-Key the answer is stored with the write. */
  readonly repeatable?: true
  /** The entity whose record (`id` of the body, or of the answer) it changes: audited, in one transaction with the write. */
  readonly changes?: string
  /**
   * It only reads, and its answer may be a few seconds old: a read replica answers it where there is one (DATABASE_READ_URL). Anyone who wrote
   * something sees it all the same.
   */
  readonly lags?: true
  /** The message of a success, a key of the locales' `errors`; `done` unless it says more. */
  readonly says?: string
  /**
   * How often an address may make a public call within a minute (300 times when it does not say), or who is signed in any other: one
   * that takes or gives a file 120 times when it does not say, all others without a limit.
   */
  readonly a_minute?: number
  /** `form`: the body is a multipart form, its file is `file`. `fields`: it may be a plain form's (form-urlencoded) as well as JSON. */
  readonly takes?: 'form' | 'fields'
  /** The answer is a file; `data` is that of a refusal only. */
  readonly answers?: 'file'
}

export const endpoint = <const B extends Schema, const D extends Schema>(declared: Endpoint<B, D>): Endpoint<B, D> =>
  declared

export type Body<E> = E extends Endpoint<infer B, Schema> ? z.input<B> : never
export type Parsed<E> = E extends Endpoint<infer B, Schema> ? z.output<B> : never
export type Data<E> = E extends Endpoint<Schema, infer D> ? z.output<D> : never

/** Every answer of the API; the HTTP status equals `code`. */
export interface Reply<D = unknown> {
  code: number
  message: string
  data: D
}

export interface Page<R, S = Record<string, number>> {
  total: number
  page: number
  pageSize: number
  rows: R[]
  summary: S
}

export const PAGE_SIZES = [10, 20, 30, 40, 50] as const
export const PAGE_SIZE = 20
/** Rows that one call gives at most. */
export const MOST_ROWS = 200
