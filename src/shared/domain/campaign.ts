import type { TargetState } from '../entities/campaign-target.ts'
import type { Command } from '../entities/command.ts'

/** How a campaign treats what does not answer. */
export interface Patience {
  /** How often a pile is asked at most. */
  most: number
  pause_seconds: number
  /** It may be asked again although it may have done it already. */
  repeatable: boolean
}

/** What follows for a target; `again_in` seconds it is asked once more. */
export interface Follows {
  state: TargetState
  again_in: number | null
  /** The try that was made does not count: the pile never had it. */
  uncounted?: true
}

/** A socket that is just ending is not asked again at once. */
const SOCKET_S = 5

const ends = (state: TargetState): Follows => ({ state, again_in: null })

/**
 * What follows for a target from what became of its command, asked for the `tries`th time. A pile that never had it waits for its socket; one of which it is not known
 * is asked again where that does no harm.
 */
export function afterCommand(
  status: Command['status'],
  tries: number,
  { most, pause_seconds, repeatable }: Patience,
): Follows {
  switch (status) {
    case 'queued':
    case 'sent':
      return ends('sent')
    case 'accepted':
    case 'done':
    case 'refused':
    case 'failed':
      return ends(status)
    case 'not_connected':
    case 'not_sent':
      return { state: 'pending', again_in: SOCKET_S, uncounted: true }
    case 'timed_out':
    case 'no_effect':
    case 'unclear': {
      const unknown = status === 'no_effect' ? 'failed' : 'unclear'
      if (!repeatable || tries >= most || status === 'unclear') return ends(unknown)
      return { state: 'pending', again_in: pause_seconds * 2 ** (tries - 1) }
    }
  }
}

export interface Tally {
  ended: number
  /** Refused, failed or not known. */
  bad: number
}

/** Whether too many of those that ended are bad. The first bad one of a few is no share yet: three have to have ended. */
export const isTooBad = ({ ended, bad }: Tally, stop_percent: number | null): boolean =>
  stop_percent !== null && ended >= 3 && (bad / ended) * 100 > stop_percent
