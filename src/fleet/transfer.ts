/** Transfers of files for firmware and diagnostics. Both reject when the other side does not take or have the file. */
export interface Transfer {
  /** `part` is given what arrives, piece by piece. */
  download(location: string, part?: (bytes: Uint8Array) => void): Promise<void>
  upload(location: string, name: string, body: string): Promise<void>
}

const LONGEST_MS = 120_000

/** The real thing over HTTP; a pile without an FTP client fails an FTP address as it would any other. */
export const httpTransfer: Transfer = {
  async download(location, part) {
    const response = await fetch(web(location), { signal: AbortSignal.timeout(LONGEST_MS) })
    if (!response.ok) throw new Error(`${response.status} for ${location}`)
    for await (const chunk of response.body ?? []) part?.(chunk as Uint8Array)
  },
  async upload(location, name, body) {
    const url = new URL(location.endsWith('/') ? name : '', web(location))
    const response = await fetch(url, { method: 'PUT', body, signal: AbortSignal.timeout(LONGEST_MS) })
    if (!response.ok) throw new Error(`${response.status} for ${location}`)
  },
}

function web(location: string): URL {
  const url = new URL(location)
  if (!/^https?:$/.test(url.protocol)) throw new Error(`cannot speak ${url.protocol}`)
  return url
}
