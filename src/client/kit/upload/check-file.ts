import { IMAGE_TYPES, MOST_UPLOAD_MB } from '../../../shared/kit/uploads.ts'

const MIB = 1024 * 1024

/** Why a file need not be sent at all: a key of the namespace `files`, and its figures. */
export interface Objection {
  key: 'not_an_image' | 'too_large' | 'empty_file'
  figures: Record<string, string | number>
}

/** What the device says of a file: only the server looks into it. Some devices say nothing, and are believed. */
export function objectionTo(file: File, image: boolean, most = MOST_UPLOAD_MB): Objection | null {
  if (image && file.type && !(IMAGE_TYPES as readonly string[]).includes(file.type))
    return { key: 'not_an_image', figures: { name: file.name } }
  if (file.size > most * MIB) return { key: 'too_large', figures: { most } }
  if (file.size === 0) return { key: 'empty_file', figures: {} }
  return null
}
