/** What of a claim's values gives what here, by the name of a role or department. */
export interface ClaimMap {
  /** Dots lead into what lies inside. */
  claim: string
  names: ReadonlyMap<string, string>
}

/** A provider of OpenID Connect that people sign in by, and what its claims mean here. */
export interface SsoSettings {
  issuer: string
  client: { id: string; secret: string | null }
  /** The console's page that the provider sends people back to. */
  redirect_uri: string
  /** What people call it. */
  name: string
  scopes: string
  roles: ClaimMap
  depts: ClaimMap
  /** Whether anyone who comes for the first time is given an account. */
  creates: boolean
  /** False: without the provider only those get in who may do everything. */
  localForAll: boolean
}
