import { worldNumber } from './phone-number.ts'
import { type Letter, SEND_WITHIN_MS, type Sender, Undeliverable } from './sender.ts'

export interface TwilioSettings {
  /** The account's SID and token. */
  key: string
  secret: string
  /** The number that it comes from, or a messaging service (`MG…`). */
  sender: string
  url: string
}

interface Answer {
  sid?: string
  code?: number
  message?: string
}

/** Not a number, no mobile, not reachable, has opted out (Twilio's error dictionary). */
const RECEIVER_IS_WRONG = new Set([21211, 21217, 21610, 21612, 21614])

/** SMS by Twilio (Messages API, 2010-04-01). */
export const twilioSms = ({ key, secret, sender, url }: TwilioSettings): Sender => ({
  service: 'Twilio',
  async send({ to, body }: Letter) {
    const response = await fetch(new URL(`/2010-04-01/Accounts/${encodeURIComponent(key)}/Messages.json`, url), {
      method: 'POST',
      // What goes out names a person and a code: nobody sends it on to somewhere else.
      redirect: 'error',
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        To: worldNumber(to),
        [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
        Body: body,
      }),
      signal: AbortSignal.timeout(SEND_WITHIN_MS),
    })
    const answer = (await response.json().catch(() => ({}))) as Answer
    if (response.ok && answer.sid) return answer.sid
    const problem = `${answer.code ?? response.status}: ${answer.message ?? ''}`
    throw RECEIVER_IS_WRONG.has(answer.code ?? 0) ? new Undeliverable(problem) : new Error(problem)
  },
})
