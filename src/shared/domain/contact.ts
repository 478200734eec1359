/** Where a code can be sent. `to` is the number without what people write between its digits, or the address in small letters. */
export interface Contact {
  channel: 'sms' | 'mail'
  to: string
}

const NUMBER = /^\+?\d{5,19}$/
const CHINESE = /^(?:\+|00)86(?=1\d{10}$)/
// No dot within a part of the domain: else a long text is tried out dot by dot.
const ADDRESS = /^[^\s@*]+@[^\s@*.]+(?:\.[^\s@*.]+)+$/

/** What a person typed as their telephone or mailbox; null when it is neither. */
export function contactOf(text: string): Contact | null {
  const typed = text.trim()
  if (typed.length > 120) return null
  if (ADDRESS.test(typed)) return { channel: 'mail', to: typed.toLowerCase() }
  const number = typed.replace(/[\s()-]/g, '')
  return NUMBER.test(number) ? { channel: 'sms', to: number.replace(CHINESE, '') } : null
}
