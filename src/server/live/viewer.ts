/** The person behind a token. */
export interface Viewer {
  /** The sign-in, by which they are looked up again. */
  readonly sign_in: string
  readonly user_id: number
  /** When the token ends, epoch milliseconds. */
  readonly expires_at: number
  /** Another one whenever what they may do or reach is, or the menu. */
  readonly rights: string
  may(permission: string): boolean
  /** What of the records that a permission is for they reach; null is all of them. */
  sight(permission: string): ViewerReach | null
}

/** Alike by its key for all who reach the same. */
export interface ViewerReach {
  readonly key: string
  /** Those of the identities that are within it, and whether any of them is no record any more. */
  theirs(entity: string, ids: readonly number[]): Promise<{ ids: number[]; gone: boolean }>
}

/** Null when the token is wrong, has ended, or stands for nobody who may sign in. */
export type Identify = (token: string) => Promise<Viewer | null>

/** The same viewers as they are now, by their sign-ins; anyone who may not look any more is missing. */
export type Renew = (viewers: readonly Viewer[]) => Promise<ReadonlyMap<string, Viewer>>
