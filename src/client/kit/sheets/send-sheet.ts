import i18next from 'i18next'
import type { Reply } from '../../../shared/kit/endpoint.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { ImportOutcome } from '../../../shared/kit/sheets.ts'
import { API_BASE, headersOf } from '../api/client.ts'
import { noAnswer, refusal, unreadable } from '../api/failure.ts'
import { renew } from '../api/renew.ts'
import { endSession } from '../session/session.ts'
import { readToken } from '../session/token.ts'

interface Sheet {
  entity: Entity
  file: File
  dry_run: boolean
  /** The same one while the same file is sent again. */
  key?: string
  /** 0 to 1 of the file is with the server. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

interface Answer {
  status: number
  reply: Partial<Reply<ImportOutcome>> | null
}

/** Fetch tells nothing of what is sent, XMLHttpRequest does. */
function exchange({ entity, file, dry_run, key, onProgress, signal }: Sheet, token: string | null): Promise<Answer> {
  const form = new FormData()
  form.append('dry_run', String(dry_run))
  form.append('zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_BASE}${entity.path}/${entity.calls.import}`)
    const headers = headersOf({ ...(key && { idempotencyKey: key }) }, token)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, reply: request.response })
    request.onerror = () => reject(noAnswer())
    request.onabort = () => reject(new DOMException(i18next.t('failure.no_answer'), 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Sends a sheet to be looked at, or to be kept. Throws a `Failure` in the person's words. */
export async function sendSheet(sheet: Sheet): Promise<ImportOutcome> {
  const token = readToken()
  const first = await exchange(sheet, token)
  const again = first.status === 401 && token !== null && (await renew(token))
  const { status, reply } = again ? await exchange(sheet, readToken()) : first
  if (status === 401) endSession('expired')
  if (status !== 200) throw refusal(status, reply?.message, reply?.data ?? null)
  if (!reply?.data) throw unreadable(status)
  return reply.data
}
