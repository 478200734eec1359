import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { File } from '../../shared/entities/file.ts'
import { isImageType } from './picture.ts'

export interface ContentKind {
  type: string
  folder: File['folder']
}

const KNOWN: Readonly<Record<string, File['folder']>> = {
  'application/pdf': 'documents',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheets',
  'application/zip': 'archives',
  'application/gzip': 'archives',
}

/** What a file is by its content, whatever its name or its sender says; null for what is not taken. */
export async function contentKind(path: string, name: string): Promise<ContentKind | null> {
  const found = await fileTypeFromFile(path)
  if (found) {
    if (isImageType(found.mime)) return { type: found.mime, folder: 'images' }
    const folder = KNOWN[found.mime]
    return folder ? { type: found.mime, folder } : null
  }
  const head = await headOf(path)
  const text = textOf(head)
  return text === null ? firmware(name) : textKind(text, name)
}

/** A pile's firmware has no sign that all makers share: it is what its sender calls so and nothing else is known of. */
const firmware = (name: string): ContentKind | null =>
  /\.(bin|fw|img|hex|upd)$/i.test(name) ? { type: 'application/octet-stream', folder: 'firmware' } : null

/** What is no firmware, whatever it is called: pictures, sounds, films, letters, documents. */
const NEVER = /^(image|audio|video|font)\/|^application\/(pdf|rtf|postscript|vnd\.|epub|x-cfb|msword)/

/** What a file is as firmware, by its content; null for what is something else. Makers pack and sign theirs in ways that nobody else knows. */
export async function firmwareType(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path)
  if (found) return NEVER.test(found.mime) ? null : found.mime
  const text = textOf(await headOf(path))
  if (text === null) return 'application/octet-stream'
  return HEX.test(text) ? 'text/plain; charset=utf-8' : null
}

// Intel HEX and Motorola S-records, by their first line.
const HEX = /^(:[0-9a-f]{10,}|S0[0-9a-f]{6,})\r?\n/i
// What a browser or a shell would run is no text that people send each other here.
const ACTIVE = /^\s*(<|#!|%!)|<(script|html|svg|iframe|object)\b/i

function textKind(text: string, name: string): ContentKind | null {
  if (HEX.test(text)) return { type: 'text/plain; charset=utf-8', folder: 'firmware' }
  if (ACTIVE.test(text)) return null
  return /\.csv$/i.test(name)
    ? { type: 'text/csv; charset=utf-8', folder: 'sheets' }
    : { type: 'text/plain; charset=utf-8', folder: 'documents' }
}

const HEAD_BYTES = 64 * 1024

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Its beginning as text: in UTF-8, or as spreadsheets in Chinese write csv; null when it is neither. */
function textOf(head: Buffer): string | null {
  if (head.includes(0)) return null
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      // The last sign may be cut in two, which `stream` forgives.
      const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
      if (!CONTROL.test(text)) return text
    } catch {
      // Not in this one.
    }
  }
  return null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell what is no text
const CONTROL = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/
