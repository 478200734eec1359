import type { FrameRow } from '../../shared/endpoints/protocol-log.ts'

type Read = Pick<
  FrameRow,
  'message_type' | 'unique_id' | 'command' | 'content' | 'error_code' | 'error_description' | 'error_detail'
>

const UNREADABLE: Read = {
  message_type: null,
  unique_id: null,
  command: null,
  content: null,
  error_code: null,
  error_description: null,
  error_detail: null,
}

/** What a frame's text says (OCPP-J 1.6, 4.2; 2.1 part 4, 4.2); nothing where it is none. `known` is what the log's row says of it. */
export function readFrame(text: string, known: Pick<Read, 'unique_id' | 'command'>): Read {
  const frame = parsedFrame(text)
  if (!frame) return { ...UNREADABLE, ...known }
  const read = { ...UNREADABLE, ...known, unique_id: typeof frame[1] === 'string' ? frame[1] : known.unique_id }
  switch (frame[0]) {
    case 2:
      return { ...read, message_type: 'Call', command: known.command ?? words(frame[2]), content: words(frame[3]) }
    case 3:
      return { ...read, message_type: 'CallResult', content: words(frame[2]) }
    case 6:
      return { ...read, message_type: 'Send', command: known.command ?? words(frame[2]), content: words(frame[3]) }
    case 4:
    case 5:
      return {
        ...read,
        message_type: frame[0] === 4 ? 'CallError' : 'CallResultError',
        error_code: words(frame[2]),
        error_description: words(frame[3]),
        error_detail: words(frame[4]),
      }
    default:
      return read
  }
}

/** A frame's parts; null when the text is none. */
export function parsedFrame(text: string): unknown[] | null {
  try {
    const frame = JSON.parse(text)
    return Array.isArray(frame) ? frame : null
  } catch {
    return null
  }
}

const words = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
