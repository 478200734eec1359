import type { Body, Data, Endpoint } from '../../../shared/kit/endpoint.ts'
import { send } from './client.ts'
import { asFailure, needsNetwork } from './failure.ts'
import { newKey } from './idempotency.ts'

interface Options {
  signal?: AbortSignal
  /** Kept by who may send the same write again; made anew when absent. */
  key?: string
  /** The keys of what it says in other words: of all of them the server does one. */
  insteadOf?: readonly string[] | undefined
  /** An answer with a `tag` that is at hand, and may still be so. */
  known?: { tag: string } | null
}

/** Makes a call that the shared endpoints declare. Throws a `Failure` in the person's words. */
export function call<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  { signal, key, insteadOf, known }: Options = {},
): Promise<Data<E>> {
  const sent = send({
    method: endpoint.method,
    path: endpoint.path,
    body,
    ...(signal && { signal }),
    ...(known && { known }),
    ...(endpoint.repeatable && { idempotencyKey: key ?? newKey() }),
    ...(insteadOf && { insteadOf }),
  })
  return (isWrite(endpoint) ? sent.catch(sayWhyNotKept) : sent) as Promise<Data<E>>
}

/** It changes something, which is not kept for later: what may wait does so in the outbox, which sends nothing without a network. */
const isWrite = ({ repeatable, changes }: Endpoint) => Boolean(repeatable ?? changes)

function sayWhyNotKept(error: unknown): never {
  throw asFailure(error).kind === 'silent' && !navigator.onLine ? needsNetwork() : error
}
