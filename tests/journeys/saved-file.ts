import type { Download } from 'playwright-core'

/** What the browser saved. */
export async function contentOf(saved: Download): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
