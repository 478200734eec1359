import type { Command } from '../entities/command.ts'

export const DIAGNOSTICS_STATES = ['asked', 'uploading', 'uploaded', 'failed', 'nothing'] as const
export type DiagnosticsState = (typeof DIAGNOSTICS_STATES)[number]

/** What is known of an upload that a pile was asked for. */
export interface KnownUpload {
  received: boolean
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

/** How far an upload is. What arrived has arrived, whatever the pile says of it; what a pile says it uploaded and never came has failed. */
export function diagnosticsState({ received, expired, command, named }: KnownUpload): DiagnosticsState {
  if (received) return 'uploaded'
  if (command?.status === 'done' && named === null) return 'nothing'
  if (expired || !command || command.status === 'done' || ENDED.has(command.status)) return 'failed'
  return command.progress === 'Uploading' ? 'uploading' : 'asked'
}
