/** A sign-in of this page alone, beside that of a person in this browser: a screen on a wall. */
interface PageSignIn {
  token: string
  /** Asks whether a token that was refused is good after all. */
  stands(): Promise<boolean>
  ended(): void
}

let current: PageSignIn | null = null

/** Null on every other page. */
export const pageSignIn = () => current

export function signPageIn(to: PageSignIn | null) {
  current = to
}
