import { randomUUID } from 'node:crypto'
import { keyedSha256, sha256 } from '../../kit/sha256.ts'
import { chineseNumber } from './phone-number.ts'
import { type Letter, SEND_WITHIN_MS, type Sender, Undeliverable } from './sender.ts'

export interface AliyunSettings {
  /** The access key's id and secret. */
  key: string
  secret: string
  /** The signature that the carriers know us by. */
  sender: string
  /** The codes of the approved templates by our templates' names; `*` is for those that have none of their own. */
  templates: Readonly<Record<string, string>>
  url: string
}

interface Answer {
  Code?: string
  Message?: string
  BizId?: string
}

/** Codes that another try would not change (SendSms, error codes). */
const RECEIVER_IS_WRONG = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.BLACK_KEY_CONTROL_LIMIT',
])

/** SMS by Alibaba Cloud (dysmsapi 2017-05-25, SendSms): a template that it has approved, filled with our words. */
export const aliyunSms = (settings: AliyunSettings): Sender => ({
  service: 'Alibaba Cloud SMS',
  async send(letter: Letter) {
    const template = settings.templates[letter.template] ?? settings.templates['*']
    if (!template) throw new Undeliverable(`SMS_TEMPLATES has no code for ${letter.template}`)
    const query = {
      PhoneNumbers: chineseNumber(letter.to),
      SignName: settings.sender,
      TemplateCode: template,
      TemplateParam: JSON.stringify(
        Object.fromEntries(Object.entries(letter.words).map(([name, word]) => [name, String(word)])),
      ),
      OutId: String(letter.id),
    }
    const call: Call = {
      method: 'POST',
      url: new URL('/', settings.url),
      query,
      action: 'SendSms',
      version: '2017-05-25',
    }
    const response = await fetch(`${call.url.origin}/?${queryOf(query)}`, {
      method: call.method,
      redirect: 'error',
      headers: signed(call, settings),
      signal: AbortSignal.timeout(SEND_WITHIN_MS),
    })
    const answer = (await response.json().catch(() => ({}))) as Answer
    if (answer.Code === 'OK') return answer.BizId ?? null
    const problem = `${answer.Code ?? response.status}: ${answer.Message ?? ''}`
    throw RECEIVER_IS_WRONG.has(answer.Code ?? '') ? new Undeliverable(problem) : new Error(problem)
  },
})

export interface Call {
  method: 'POST' | 'GET'
  url: URL
  query: Readonly<Record<string, string>>
  action: string
  version: string
}

interface Stamp {
  at: Date
  nonce: string
}

/** A call's headers with its signature (ACS3-HMAC-SHA256, Alibaba Cloud "V3 request body and signature mechanism"). */
export function signed(
  { method, url, query, action, version }: Call,
  { key, secret }: Pick<AliyunSettings, 'key' | 'secret'>,
  { at, nonce }: Stamp = { at: new Date(), nonce: randomUUID() },
): Record<string, string> {
  const hashedBody = sha256('')
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashedBody,
    'x-acs-date': at.toISOString().replace(/\.\d{3}/, ''),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = [method, '/', queryOf(query), lines, names.join(';'), hashedBody].join('\n')
  const signature = keyedSha256(secret, `ACS3-HMAC-SHA256\n${sha256(request)}`)
  headers.authorization = `ACS3-HMAC-SHA256 Credential=${key},SignedHeaders=${names.join(';')},Signature=${signature}`
  return headers
}

const queryOf = (query: Readonly<Record<string, string>>) =>
  Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name] ?? '')}`)
    .join('&')

/** RFC 3986, 2.3: what encodeURIComponent leaves of the reserved signs is encoded too. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
