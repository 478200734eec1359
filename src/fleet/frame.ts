/** The object that a call or an answer carries. */
export type Payload = Record<string, unknown>

/** Message types of OCPP-J 1.6, clause 4.1.3. */
export const CALL = 2
const CALL_RESULT = 3
export const CALL_ERROR = 4

/** A CALLERROR, ours or theirs: code of OCPP-J 1.6 clause 4.2.3, a description for people and details. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: string
  readonly details: Payload

  constructor(code: string, description = '', details: Payload = {}) {
    super(description || code)
    this.code = code
    this.details = details
  }
}

export const callFrame = (id: string, action: string, json: string) => `[${CALL},"${id}","${action}",${json}]`

export const resultFrame = (id: string, payload: Payload) =>
  `[${CALL_RESULT},${JSON.stringify(id)},${JSON.stringify(payload)}]`

export const errorFrame = (id: string, error: CallError) =>
  JSON.stringify([CALL_ERROR, id, error.code, error.message, error.details])
