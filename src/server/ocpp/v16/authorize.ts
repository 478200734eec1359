import { handler } from '../every-version/message.ts'
import { CallRefused } from '../framing.ts'
import { tagInfo } from './tag-info.ts'

/**
 * May this card charge here? (OCPP 1.6, 4.1) A pile that tries out numbers gets an error instead of a status: to call a card invalid
 * that may be good would be no honest answer, and to call it anything else would tell that it exists.
 */
export const authorize = handler<{ idTag: string }>('Authorize', async (call, { events, flag }) => {
  const told = await events.authorize(call.idTag.trim(), false)
  if (told !== null) return { idTagInfo: tagInfo(told) }
  flag('card_guesses', 'Authorize')
  throw new CallRefused('security', 'too many unknown idTags were asked for here; try again within an hour')
})
