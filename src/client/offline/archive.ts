/** One file with the text of all others under /assets: path to text. The build writes it (`archive` in vite.config.ts). */
export type Archive = Record<string, string>

export const ARCHIVE_PATH = /^\/?assets\/archive-[\w-]+\.json$/

/** Below this many files one request each is less than the archive, which brings all. */
const WORTH_IT = 40

/** As the server names them. */
const TYPES: Record<string, string> = { js: 'application/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/**
 * Puts what the archive has and the cache lacks into the cache, unless that is little. Seven hundred small files, asked for one after the other, take two
 * minutes on a slow network; as one file they take five seconds, and it is smaller.
 *
 * @param wanted addresses of the files that shall be in the cache
 */
export async function unpack(archive: string, wanted: readonly string[], cache: Cache): Promise<void> {
  const there = new Set((await cache.keys()).map(({ url }) => url))
  const missing = wanted.filter((url) => !there.has(url))
  if (missing.length < WORTH_IT) return
  const answer = await fetch(archive, { credentials: 'same-origin' })
  if (!answer.ok) return
  const texts = (await answer.json()) as Archive
  const put = missing.map(async (url) => {
    const { pathname } = new URL(url)
    const text = texts[pathname]
    const type = TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)]
    if (text !== undefined && type) await cache.put(url, new Response(text, { headers: { 'content-type': type } }))
  })
  await Promise.all(put)
}
