import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { otlpTraces } from '../../src/server/app/otlp-traces.ts'
import { followBy } from '../../src/server/kit/tracing.ts'

/** As OTLP's JSON has it. */
export interface ToldSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number; doubleValue?: number } }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
}

interface Request {
  resourceSpans: { resource: { attributes: ToldSpan['attributes'] }; scopeSpans: { spans: ToldSpan[] }[] }[]
}

/** A collector on a real port, to which this process tells all that it does. */
export async function startCollector() {
  const bodies: string[] = []
  const asked: { path: string | undefined; key: unknown }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      bodies.push(body)
      asked.push({ path: request.url, key: request.headers['x-key'] })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const to = { url: `http://127.0.0.1:${port}/v1/traces`, headers: { 'x-key': 'opens' }, share: 1 }
  const { traces, stop } = otlpTraces(to, { version: '0.0.0-test', node: 'here' })
  followBy(traces)
  return {
    bodies,
    asked,
    /** Nothing is followed from here on; what was is read. */
    async end(): Promise<ToldSpan[]> {
      followBy(null)
      await stop()
      await new Promise((resolve) => server.close(resolve))
      const told = bodies.map((body) => JSON.parse(body) as Request)
      return told.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      )
    },
  }
}
