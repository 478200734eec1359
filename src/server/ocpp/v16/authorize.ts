import { handler } from './message.ts'

/** May this card charge here? (OCPP 1.6, 4.1) */
export const authorize = handler<{ idTag: string }>('Authorize', async (call, { cards, pile }) => ({
  idTagInfo: { status: await cards.authorize(pile, call.idTag.trim()) },
}))
