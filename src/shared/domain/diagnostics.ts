import type { Command } from '../entities/command.ts'

export const DIAGNOSTICS_STATES = ['asked', 'uploading', 'uploaded', 'failed', 'nothing'] as const
export type DiagnosticsState = (typeof DIAGNOSTICS_STATES)[number]

/** What is known of an upload that a pile was asked for. */
export interface KnownUpload {
  received: boolean
  /** It goes to another server: the pile's word is all there is. */
  elsewhere: boolean
  /** Nothing is taken at its address any more. */
  expired: boolean
  /** Of the command; null once that is gone. */
  command: Pick<Command, 'status' | 'progress'> | null
  /** The file's name, as the pile answered; null: it has nothing to upload. */
  named: string | null
}

const ENDED: ReadonlySet<Command['status']> = new Set([
  'refused',
  'failed',
  'no_effect',
  'timed_out',
  'unclear',
  'not_connected',
  'not_sent',
])

/** How far an upload is. What arrived has arrived, whatever the pile says of it; what a pile says it uploaded here and never came has failed. */
export function diagnosticsState({ received, elsewhere, expired, command, named }: KnownUpload): DiagnosticsState {
  if (received) return 'uploaded'
  const said = command?.progress ?? null
  if (command?.status === 'done' && said === null && named === null) return 'nothing'
  if (command?.status === 'done' && elsewhere) return 'uploaded'
  if (expired || !command || command.status === 'done' || ENDED.has(command.status)) return 'failed'
  return said === 'Uploading' ? 'uploading' : 'asked'
}

const SCHEMES = new Set(['ftp:', 'ftps:', 'sftp:', 'http:', 'https:'])

/** Whether a pile could bring a file there: ftp://user:password@host/folder/ */
export function isUploadAddress(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : null
  return address !== null && SCHEMES.has(address.protocol) && address.hostname !== ''
}
