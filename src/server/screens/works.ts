import { type Kysely, sql } from 'kysely'
import { whySaid } from '../../shared/domain/campaign-why.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { ScreenMessage } from '../../shared/domain/screen/message.ts'
import { type ScreenTakes, textsFor } from '../../shared/domain/screen/takes.ts'
import type { CampaignWork } from '../campaigns/ports.ts'
import type { Database } from '../kit/database/tables.ts'
import type { CanShow, PushedMessage } from './ports.ts'
import { screenRefuses, takesOfScreens } from './takes.ts'

type Db = Kysely<Database>
interface Target {
  pile_id: number
}

/** To give the same message, or to take it away, twice comes to the same. */
const alike = { holds: 'answer', repeatable: true } as const

/** How campaigns bring a message to piles: each gets the languages that it knows, and is asked for nothing that it said it does not take. */
const show = (canShow: CanShow): CampaignWork => ({
  ...alike,
  action: 'show_message',
  async intentOf({ pile_id }: Target, payload: object, db: Db) {
    const pushed = payload as PushedMessage
    if (!canShow(await protocolOf(db, pile_id))) return { impossible: 'shows_never' }
    if (pushed.ends_at !== null && Date.parse(pushed.ends_at) <= Date.now()) return { impossible: 'message_over' }
    const takes = (await takesOfScreens(db, [pile_id])).get(pile_id) as ScreenTakes
    const message = messageFor(pushed, takes)
    const why = await screenRefuses(db, pile_id, message, takes)
    return why ? { impossible: whySaid(why) } : ({ ask: 'show_message', ...message } satisfies Intent)
  },
  // What it took is kept with its answer.
  done: async ({ pile_id }: Target, payload: object, db: Db) => {
    const { number, version } = payload as PushedMessage
    await sql`update shown_message set sent_version = ${version} where pile_id = ${pile_id} and number = ${number}`.execute(
      db,
    )
  },
})

export function messageFor(
  { texts, language, version: _, ...message }: PushedMessage,
  takes: ScreenTakes,
): ScreenMessage {
  return { ...message, transaction_id: null, texts: textsFor(texts, takes, [language]) }
}

async function protocolOf(db: Db, pile_id: number): Promise<string> {
  const pile = await db.selectFrom('pile').select('protocol').where('id', '=', pile_id).executeTakeFirst()
  return pile?.protocol ?? ''
}

/** How they take it away: by its number, whatever it says there. */
const remove: CampaignWork = {
  ...alike,
  action: 'remove_message',
  intentOf: async (_: Target, payload: object): Promise<Intent> => ({
    ...{ ask: 'remove_message', message_number: (payload as { number: number }).number },
  }),
}

export const messageWorks = (canShow: CanShow): CampaignWork[] => [show(canShow), remove]
