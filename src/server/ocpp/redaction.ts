import type { LoggedFrame } from './journal-statement.ts'

/** The standard's name for the password of a pile (OCPP-J 1.6, 6.2). */
const SECRET_KEY = /authorizationkey/i

const HIDDEN = '***'

/** A frame that carries a pile's password is logged without it: ChangeConfiguration, and a pile that tells it when asked. */
export function redacted(frame: LoggedFrame): LoggedFrame {
  const { content, answer } = frame
  if (!SECRET_KEY.test(content) && !(answer && SECRET_KEY.test(answer))) return frame
  return { ...frame, content: hide(content), answer: answer && hide(answer) }
}

function hide(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), hideValue)
  } catch {
    return HIDDEN // it names the key and cannot be read: nothing of it is safe to show
  }
}

function hideValue(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { key } = value as { key?: unknown }
  if (typeof key !== 'string' || !SECRET_KEY.test(key) || !('value' in value)) return value
  return { ...value, value: HIDDEN }
}
