import { handler } from '../every-version/message.ts'
import { CallRefused } from '../framing.ts'
import { cardOf, type IdToken, tokenInfo } from './id-tokens.ts'

/**
 * May this driver charge here? (C01) A pile that tries out numbers gets an error instead of a status: to call a card invalid that may
 * be good would be no honest answer, and to call it anything else would tell that it exists.
 */
export const authorize = handler<{ idToken: IdToken }>('Authorize', async ({ idToken }, { events, flag }) => {
  const card = cardOf(idToken)
  if (card === null) return { idTokenInfo: tokenInfo({ status: 'Invalid' }) }
  // A pile knows a master pass by its group (C16.FR.01).
  const told = await events.authorize(card, true)
  if (told !== null) return { idTokenInfo: tokenInfo(told) }
  flag('card_guesses', 'Authorize')
  throw new CallRefused('security', 'too many unknown idTokens were asked for here; try again within an hour')
})
