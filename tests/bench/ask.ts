import type { Endpoint } from '../../src/shared/kit/endpoint.ts'
import type { BenchServer } from './server.ts'

/** Asks as one person; an answer that is not in order is an error. */
export async function ask(
  { address }: BenchServer,
  { token }: { token: string },
  endpoint: Endpoint,
  body: object,
): Promise<void> {
  const byGet = endpoint.method === 'GET'
  const query = byGet ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
  const response = await fetch(`${address}/api${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(!byGet && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { code: number; message: string }
  if (answer.code !== 200) throw new Error(`${endpoint.path} ${JSON.stringify(body)}: ${answer.code} ${answer.message}`)
}
