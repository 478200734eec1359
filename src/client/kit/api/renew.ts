import { pageSignIn } from '../session/page-sign-in.ts'
import { readToken, writeToken } from '../session/token.ts'
import { noAnswer } from './failure.ts'

const place = { read: readToken, write: writeToken }
let underway: Promise<boolean> | null = null

async function exchange(stale: string): Promise<boolean> {
  const own = pageSignIn()
  if (own) {
    if (await own.stands()) return true
    own.ended()
    // Not false, which would end the sign-in of a person: by now the page may have none of its own.
    throw noAnswer()
  }
  // The first screen does without; what cannot be loaded is as if the server had not been heard.
  const { renewToken, Unheard } = await import('../session/renewal.ts').catch(() => {
    throw noAnswer()
  })
  try {
    return (await renewToken(stale, place)) !== null
  } catch (error) {
    throw error instanceof Unheard ? noAnswer() : error
  }
}

/**
 * Replaces the token that was refused; calls that fail at the same time share one attempt. False when the session is over. Of a call that had
 * none, because the cookie ended or was cleared under an open page: whether another page has signed in meanwhile.
 */
export async function renew(stale: string | null): Promise<boolean> {
  if (stale === null) return readToken() !== null
  underway ??= exchange(stale).finally(() => {
    underway = null
  })
  return underway
}
