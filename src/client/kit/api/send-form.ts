import i18next from 'i18next'
import type { Reply } from '../../../shared/kit/endpoint.ts'
import { endSession, hasSession } from '../session/session.ts'
import { readToken } from '../session/token.ts'
import { API_BASE, headersOf } from './client.ts'
import { noteAge } from './data-age.ts'
import { Failure, noAnswer, refusal, unreadable } from './failure.ts'
import { renew } from './renew.ts'

export interface FormCall {
  /** Below the API base. */
  path: string
  form: FormData
  idempotencyKey?: string
  onPercent: (percent: number) => void
  signal: AbortSignal
  /** A slow line is given all the time it needs, as long as anything moves within so many milliseconds. */
  stillMs: number
}

interface Answer {
  status: number
  reply: Partial<Reply> | null
}

/** Fetch tells nothing of how far an upload is; this older way does. */
function post({ path, form, onPercent, signal, stillMs, ...call }: FormCall, token: string | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let still: ReturnType<typeof setTimeout>
    const moved = () => {
      clearTimeout(still)
      still = setTimeout(() => request.abort(), stillMs)
    }
    const failed = () => reject(noAnswer(signal.aborted ? undefined : new DOMException('', 'TimeoutError')))
    request.open('POST', API_BASE + path)
    for (const [name, value] of Object.entries(headersOf(call, token))) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      moved()
      onPercent(total > 0 ? Math.floor((loaded / total) * 100) : 0)
    }
    request.onload = () => {
      noteAge({ get: (name) => request.getResponseHeader(name) })
      resolve({ status: request.status, reply: request.response as Answer['reply'] })
    }
    request.onerror = () => reject(noAnswer())
    request.onabort = failed
    request.onloadend = () => clearTimeout(still)
    signal.addEventListener('abort', () => request.abort())
    moved()
    request.send(form)
  })
}

/** Sends a form with a file and gives the answer's data; throws a Failure in the person's words. */
export async function sendForm<D>(call: FormCall): Promise<D> {
  const token = readToken()
  let answer = await post(call, token)
  if (answer.status === 401 && hasSession()) {
    if (!(await renew(token))) {
      endSession('expired')
      throw new Failure('refused', 401, i18next.t('failure.session_expired', { ns: 'common' }))
    }
    answer = await post(call, readToken())
  }
  const { status, reply } = answer
  if (typeof reply?.code !== 'number') throw status >= 400 ? refusal(status, undefined, null) : unreadable(status)
  if (reply.code !== 200 || !reply.data) throw refusal(reply.code, reply.message, reply.data)
  return reply.data as D
}
