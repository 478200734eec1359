import { MOST_UPLOAD_BYTES } from '../kit/uploads.ts'

/** A photo is sent in parts of so many bytes: what arrived of it is not sent again. */
export const PART_BYTES = 128 * 1024
export const MOST_PHOTO_BYTES = MOST_UPLOAD_BYTES
/** Most photos of one record. */
export const MOST_PHOTOS = 30
/** Most photos of one person that are half sent; beyond that the oldest has to begin anew. */
export const MOST_HALF_SENT = 30
/** Phones scale a photo down to this before it is kept: enough to read a small label. */
export const LONGEST_PHOTO_SIDE = 2048
