import { type Letter, SEND_WITHIN_MS, type Sender, Undeliverable } from './sender.ts'

export interface WechatSettings {
  corp: string
  secret: string
  /** The application's number. */
  agent: number
  url: string
}

interface Answer {
  errcode?: number
  errmsg?: string
  access_token?: string
  expires_in?: number
  invaliduser?: string
  msgid?: string
}

/** The token is not good (any more). */
const TOKEN_IS_OVER = new Set([40001, 40014, 42001])
/** Nobody of those named may see the application, or exists. */
const RECEIVER_IS_WRONG = new Set([40003, 60111, 81013])
/** The service itself drops the same text for the same person within this time: an answer may have been lost. */
const SAME_WITHIN_SECONDS = 300

/** Messages of an application of WeChat Work (qyapi: gettoken, message/send). */
export function wechatWork(settings: WechatSettings): Sender {
  const token = keptToken(settings)
  const attempt = async ({ to, subject, body }: Letter) => {
    const address = new URL('/cgi-bin/message/send', settings.url)
    address.searchParams.set('access_token', await token.get())
    return ask(address, {
      touser: to,
      msgtype: 'text',
      agentid: settings.agent,
      text: { content: `${subject}\n${body}` },
      enable_duplicate_check: 1,
      duplicate_check_interval: SAME_WITHIN_SECONDS,
    })
  }
  return {
    service: 'WeChat Work',
    async send(letter: Letter) {
      let answer = await attempt(letter)
      if (TOKEN_IS_OVER.has(answer.errcode ?? 0)) {
        token.drop()
        answer = await attempt(letter)
      }
      const problem = `${answer.errcode}: ${answer.errmsg ?? ''}`
      if (RECEIVER_IS_WRONG.has(answer.errcode ?? 0) || answer.invaliduser) throw new Undeliverable(problem)
      if (answer.errcode !== 0) throw new Error(problem)
      return answer.msgid ?? null
    },
  }
}

/** One token for all messages until it is over; anyone who asks while it is fetched waits for the same. */
function keptToken({ corp, secret, url }: WechatSettings) {
  let kept: { token: Promise<string>; until: number } | null = null
  const fetched = async () => {
    const address = new URL('/cgi-bin/gettoken', url)
    address.searchParams.set('corpid', corp)
    address.searchParams.set('corpsecret', secret)
    const { access_token, errcode, errmsg, expires_in = 0 } = await ask(address)
    if (!access_token) throw new Error(`${errcode}: ${errmsg ?? ''}`)
    if (kept) kept.until = Date.now() + expires_in * 1000
    return access_token
  }
  return {
    get(): Promise<string> {
      if (kept && kept.until > Date.now()) return kept.token
      const token = fetched()
      kept = { token, until: Date.now() + SEND_WITHIN_MS }
      token.catch(() => {
        kept = null
      })
      return token
    },
    drop() {
      kept = null
    },
  }
}

async function ask(address: URL, body?: object): Promise<Answer> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(SEND_WITHIN_MS),
    redirect: 'error',
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer = (await response.json().catch(() => null)) as Answer | null
  return answer ?? { errcode: response.status, errmsg: 'the answer is no JSON' }
}
