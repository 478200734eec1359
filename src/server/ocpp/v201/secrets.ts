import { isSecretVariable } from '../../../shared/domain/device-model.ts'
import type { Payload } from '../framing.ts'
import { SECRET_MASK, withoutKeys } from '../hidden.ts'

/** Whether anything in a text may be a secret value: a variable's name says so, or its mutability. */
const MAY_HAVE = /password|passphrase|sharedsecret|WriteOnly/i

/** A payload as people may see it and as it may be kept. */
export function withoutSecrets(payload: Payload): Payload {
  const text = JSON.stringify(payload)
  const kept = loggedText(text)
  return kept === text ? payload : (JSON.parse(kept) as Payload)
}

/** A frame's text as the log keeps it: without the values of variables that are passwords or that their pile tells nobody. */
export function loggedText(text: string): string {
  const opensNothing = withoutKeys(text)
  if (!MAY_HAVE.test(opensNothing)) return opensNothing
  try {
    return JSON.stringify(JSON.parse(opensNothing), hideValues)
  } catch {
    return SECRET_MASK // it may have one and cannot be read: nothing of it is safe to show
  }
}

interface Data {
  variable?: { name?: unknown }
  attributeValue?: unknown
  /** Of events. */
  actualValue?: unknown
  variableAttribute?: unknown
  mutability?: unknown
  value?: unknown
}

function hideValues(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const data = value as Data
  if (data.mutability === 'WriteOnly' && 'value' in data) return { ...data, value: SECRET_MASK }
  if (typeof data.variable?.name !== 'string' || !isSecretVariable(data.variable.name)) return value
  return {
    ...data,
    ...('attributeValue' in data && { attributeValue: SECRET_MASK }),
    ...('actualValue' in data && { actualValue: SECRET_MASK }),
    ...(Array.isArray(data.variableAttribute) && {
      variableAttribute: data.variableAttribute.map((one: Data) =>
        'value' in one ? { ...one, value: SECRET_MASK } : one,
      ),
    }),
  }
}
