import i18next from 'i18next'
import { type Uploaded, uploadFile, uploadImage } from '../../../shared/endpoints/files.ts'
import type { Reply } from '../../../shared/kit/endpoint.ts'
import { API_BASE } from '../api/client.ts'
import { Failure, noAnswer, refusal, unreadable } from '../api/failure.ts'
import { renew } from '../api/renew.ts'
import { endSession } from '../session/session.ts'
import { readToken } from '../session/token.ts'

/** A slow line is given all the time it needs, as long as anything moves. */
const STILL_MS = 30_000

export interface Sending {
  file: File
  /** By its content it has to be a picture. */
  image: boolean
  /** It belongs to the library, whether or not a record uses it. */
  kept?: boolean
  onPercent: (percent: number) => void
  signal: AbortSignal
}

interface Answer {
  status: number
  reply: Partial<Reply<Uploaded>> | null
}

/** Fetch tells nothing of how far an upload is; this older way does. */
function post({ file, image, kept, onPercent, signal }: Sending, token: string | null): Promise<Answer> {
  const form = new FormData()
  if (kept) form.append('kept', 'true')
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let still: ReturnType<typeof setTimeout>
    const moved = () => {
      clearTimeout(still)
      still = setTimeout(() => request.abort(), STILL_MS)
    }
    const failed = () => reject(noAnswer(signal.aborted ? undefined : new DOMException('', 'TimeoutError')))
    request.open('POST', `${API_BASE}${(image ? uploadImage : uploadFile).path}`)
    request.setRequestHeader('Accept-Language', i18next.language ?? 'en')
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      moved()
      onPercent(total > 0 ? Math.floor((loaded / total) * 100) : 0)
    }
    request.onload = () => resolve({ status: request.status, reply: request.response as Answer['reply'] })
    request.onerror = () => reject(noAnswer())
    request.onabort = failed
    request.onloadend = () => clearTimeout(still)
    signal.addEventListener('abort', () => request.abort())
    moved()
    request.send(form)
  })
}

/** Sends a file and gives what the server made of it; throws a Failure in the person's words. */
export async function sendFile(sending: Sending): Promise<Uploaded> {
  const token = readToken()
  let answer = await post(sending, token)
  if (answer.status === 401 && token) {
    if (!(await renew(token))) {
      endSession('expired')
      throw new Failure('refused', 401, i18next.t('failure.session_expired', { ns: 'common' }))
    }
    answer = await post(sending, readToken())
  }
  const { status, reply } = answer
  if (typeof reply?.code !== 'number') throw status >= 400 ? refusal(status, undefined, null) : unreadable(status)
  if (reply.code !== 200 || !reply.data) throw refusal(reply.code, reply.message, reply.data)
  return reply.data
}
