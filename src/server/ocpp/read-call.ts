import type { CallFacts, OurCall, Protocol } from './protocol.ts'

/** `unknown`: the protocol has no such call for us to make; `flaw`: what the standard says against this one. */
export type CallRead = { unknown: true } | { flaw: string } | { facts: CallFacts }

/** Reads a call that a person wrote for a pile. */
export function readCall(protocol: Protocol, call: OurCall): CallRead {
  const flaw = protocol.flawOf(call)
  if (flaw?.kind === 'not_implemented') return { unknown: true }
  return flaw ? { flaw: flaw.description } : { facts: protocol.factsOf(call) }
}
