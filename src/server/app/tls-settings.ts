import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import * as z from 'zod/mini'

/** The console's own certificate. */
export const tlsShape = {
  TLS_CERT: { takes: 'the path of a certificate in PEM, with TLS_KEY beside it', schema: z.optional(z.string()) },
  TLS_KEY: {
    takes: "the path of the certificate's key in PEM, with TLS_CERT beside it",
    schema: z.optional(z.string()),
  },
}

type Name = keyof typeof tlsShape
type Bad<N> = (name: N, path: string | undefined, why?: string) => Error

export function tlsIn(
  { TLS_CERT, TLS_KEY }: { [N in Name]?: string | undefined },
  bad: Bad<Name>,
): { cert: string; key: string } | undefined {
  if (!TLS_CERT && !TLS_KEY) return undefined
  const [cert, key] = [pemAt('TLS_CERT', TLS_CERT, bad), pemAt('TLS_KEY', TLS_KEY, bad)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw bad('TLS_KEY', TLS_KEY, `does not fit TLS_CERT: ${(error as Error).message}`)
  }
  return { cert, key }
}

/** The text of a file that holds PEM. */
export function pemAt<N extends string>(name: N, path: string | undefined, bad: Bad<N>): string {
  try {
    const text = readFileSync(path ?? '', 'utf8')
    if (text.includes('-----BEGIN ')) return text
  } catch (error) {
    throw bad(name, path, path && (error as NodeJS.ErrnoException).code)
  }
  throw bad(name, path, 'holds no PEM')
}
