import { handler } from '../every-version/message.ts'
import { CallRefused } from '../framing.ts'
import { cardOf, type IdToken, tokenInfo } from './id-tokens.ts'

interface Authorize {
  idToken: IdToken
  /** A car's contract, and what its certificates are asked for by. */
  certificate?: string
  iso15118CertificateHashData?: object[]
}

/** Nobody is asked here whether a contract's certificates are good: what cannot be verified is not (C07.FR.17). */
const UNVERIFIED = { certificateStatus: 'CertChainError', idTokenInfo: tokenInfo({ status: 'Invalid' }) }

/**
 * May this driver charge here? (C01) A pile that tries out numbers gets an error instead of a status: to call a card invalid that may
 * be good would be no honest answer, and to call it anything else would tell that it exists.
 */
export const authorize = handler<Authorize>('Authorize', async (call, { events, flag }) => {
  const { idToken, certificate, iso15118CertificateHashData } = call
  if (certificate !== undefined || iso15118CertificateHashData !== undefined) return UNVERIFIED
  const card = cardOf(idToken)
  if (card === null) return { idTokenInfo: tokenInfo({ status: 'Invalid' }) }
  // A pile knows a master pass by its group (C16.FR.01).
  const told = await events.authorize(card, true)
  if (told !== null) return { idTokenInfo: tokenInfo(told) }
  flag('card_guesses', 'Authorize')
  throw new CallRefused('security', 'too many unknown idTokens were asked for here; try again within an hour')
})
