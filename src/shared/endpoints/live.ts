/**
 * Messages of the live channel `/pub/connect/ws`, JSON both ways.
 * The browser's first message carries its token; nothing is sent before. A wrong or ended token closes with 4401.
 */
export type LiveRequest = { type: 'sign_in'; token: string } | { type: 'ping' }

/**
 * A screen that shows one of these refetches or patches. `ids` null: any. Sent at most every 250 ms an entity. Identities that
 * the person does not reach are not named.
 */
export interface Changed {
  type: 'changed'
  entity: string
  ids: number[] | null
  /** Up to where the log has to be shown for it, where a standby answers lists: asked for with what is asked next (`Read-After`). */
  written?: number
}

/** What the person may do, what they reach, or the menu is another than when the channel said so last. */
export interface RightsChanged {
  type: 'rights'
}
export type LiveMessage = { type: 'ready' } | { type: 'pong' } | Changed | RightsChanged

export const LIVE_PATH = '/pub/connect/ws'
