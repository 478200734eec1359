/** What both sides hold uploads to. */

export const MOST_UPLOAD_MB = 10
export const MOST_UPLOAD_BYTES = MOST_UPLOAD_MB * 1024 * 1024
/** A pile's whole system may come as one file. */
export const MOST_FIRMWARE_MB = 256
/** What a picture may be, by its content. */
export const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/webp'] as const
/** Most pictures of a field that names no bound of its own. */
export const MOST_FILES = 200

/** A file's key: unguessable, and the same on every disk, whichever way that reads capitals. */
export const FILE_KEY = /^[0-9a-f]{32}$/

/** Where a file is served, below the API base. */
export const fileAddress = (key: string): string => `/files/${key}`
/** Where the small picture of an image is served, below the API base. */
export const thumbnailAddress = (key: string): string => `/files/${key}/thumbnail`
