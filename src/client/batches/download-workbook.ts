import i18next from 'i18next'
import { exportBatch } from '../../shared/endpoints/batches.ts'
import type { Body, Reply } from '../../shared/kit/endpoint.ts'
import { API_BASE } from '../kit/api/client.ts'
import { noAnswer, refusal } from '../kit/api/failure.ts'
import { renew } from '../kit/api/renew.ts'
import { readToken } from '../kit/session/token.ts'

/** Ten thousand codes take the server some seconds, and others may be before us. */
const PATIENCE_MS = 120_000

async function ask(body: Body<typeof exportBatch>, token: string | null): Promise<Response> {
  try {
    return await fetch(API_BASE + exportBatch.path, {
      method: exportBatch.method,
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': i18next.language ?? 'en',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    throw noAnswer(error)
  }
}

function save(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const nameIn = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'batch.xlsx'

/** Asks for a batch's workbook and saves it under the server's name for it. Throws a `Failure` in the person's words. */
export async function downloadWorkbook(body: Body<typeof exportBatch>): Promise<void> {
  const token = readToken()
  const first = await ask(body, token)
  const response = first.status === 401 && token && (await renew(token)) ? await ask(body, readToken()) : first
  if (!response.ok) {
    const reply = (await response.json().catch(() => undefined)) as Partial<Reply> | undefined
    throw refusal(response.status, reply?.message, reply?.data ?? null)
  }
  save(await response.blob(), nameIn(response))
}
