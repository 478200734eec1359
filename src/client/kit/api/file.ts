import type { Reply } from '../../../shared/kit/endpoint.ts'
import { endSession } from '../session/session.ts'
import { readToken } from '../session/token.ts'
import { API_BASE, type Call, headersOf } from './client.ts'
import { noAnswer, refusal } from './failure.ts'
import { renew } from './renew.ts'

export type FileCall = Pick<Call, 'method' | 'path' | 'body' | 'signal'>

async function ask({ method, path, body, signal }: FileCall, token: string | null): Promise<Response> {
  const query = method === 'GET' ? `?${new URLSearchParams((body ?? {}) as Record<string, string>)}` : ''
  try {
    return await fetch(API_BASE + path + query, {
      method,
      headers: { ...headersOf({}, token), ...(method !== 'GET' && { 'Content-Type': 'application/json' }) },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    // Anyone who ended it knows; a time-out is the server's silence.
    if (signal?.aborted && (error as Error).name === 'AbortError') throw error
    throw noAnswer(error)
  }
}

/** The answer of a call that gives a file, as soon as it begins; it takes as long as it takes. Throws a `Failure`. */
export async function fetchFile(call: FileCall): Promise<Response> {
  const token = readToken()
  const first = await ask(call, token)
  const response = first.status === 401 && (await renew(token)) ? await ask(call, readToken()) : first
  if (response.status === 401) endSession('expired')
  if (response.ok) return response
  const reply = (await response.json().catch(() => undefined)) as Partial<Reply> | undefined
  throw refusal(response.status, reply?.message, reply?.data ?? null)
}

/** The name that the server gave a file (RFC 6266). */
export function fileNameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(header)?.[1] ?? 'file')
}
