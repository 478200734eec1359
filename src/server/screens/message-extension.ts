import { sql } from 'kysely'
import { FIRST_SAVED, numberOfSaved } from '../../shared/domain/screen/message.ts'
import { isAscii } from '../../shared/domain/screen/takes.ts'
import { type MessageRow, messageRow } from '../../shared/endpoints/display-messages.ts'
import type { DisplayMessage, displayMessage } from '../../shared/entities/display-message.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import type { Context, Looking } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { refusePart } from '../kit/reach/whole-sites.ts'
import { reached } from '../kit/reach/within.ts'
import { wrongField } from '../kit/refusal.ts'
import type { MessagePorts } from './ports.ts'
import { push } from './push.ts'

const NOT_ALL = 'screens:not_all_reached'

/** What no single field of a message shows, and how its piles stand to it. */
export const displayMessageExtension = (ports: MessagePorts): Extension<typeof displayMessage> => ({
  row: messageRow,
  extend: (rows, context) => withPiles(rows, context),
  async check(draft, { db, person }, before) {
    const sites = draft.site_ids ?? []
    await refusePart(db, person, [...sites, ...(before?.site_ids ?? [])], NOT_ALL)
    if (sites.length === 0) throw wrongField('site_ids', 'required')
    refuseFlaws(draft)
  },
  async removable(rows, { db, person }) {
    await refusePart(
      db,
      person,
      rows.flatMap(({ site_ids }) => site_ids),
      NOT_ALL,
    )
  },
  // What piles hold, or held, they are asked to let go of; until then it is known by its name.
  history: async (ids, { db }) => {
    const pushed = await db
      .selectFrom('message_push')
      .select('display_message_id as id')
      .distinct()
      .where('display_message_id', 'in', [...ids])
      .execute()
    return pushed.map(({ id }) => id)
  },
  async removed(rows, context) {
    for (const { id } of rows) if (await isHeld(id, context)) await push({ id, clear: true }, context, ports)
  },
})

function refuseFlaws({ starts_at = null, ends_at = null, texts, format }: Draft<typeof displayMessage>): void {
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    throw wrongField('ends_at', 'screens:ends_first')
  const said = Object.values(texts ?? {}).filter(Boolean)
  if (format === 'ascii' && !said.every(isAscii)) throw wrongField('texts', 'campaigns:why.shows_ascii')
  if (format === 'uri' && !said.every((text) => URL.canParse(text))) throw wrongField('texts', 'screens:no_address')
}

/** A pile has it, or may still get it. */
async function isHeld(id: number, { db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from shown_message where number = ${numberOfSaved(id)} and not missing)
      or exists (select from message_push h join campaign c on c.id = h.campaign_id and c.action = 'show_message'
        join campaign_target t on t.campaign_id = c.id
        where h.display_message_id = ${id} and t.state in ('pending', 'sent', 'accepted')) as held`.execute(db)
  return rows[0]?.held ?? false
}

const NONE: MessageRow['piles'] = { held: 0, outdated: 0, drifted: 0, open: 0 }

/** Of piles out of reach nothing is told. */
async function withPiles<M extends DisplayMessage>(rows: readonly M[], { db, person }: Looking) {
  const numbers = rows.map(({ id }) => numberOfSaved(id))
  const ids = rows.map(({ id }) => id)
  const [{ rows: held }, { rows: open }] = await Promise.all([
    sql<{ number: number; held: number; outdated: number; drifted: number }>`
      select m.number, (count(*) filter (where not m.missing and not m.differs and m.sent_version = d.version))::int as held,
        (count(*) filter (where not m.missing and not m.differs and m.sent_version is distinct from d.version))::int as outdated,
        (count(*) filter (where m.missing or m.differs))::int as drifted
      from shown_message m join display_message d on d.id = m.number - ${FIRST_SAVED} join pile p on p.id = m.pile_id
      where m.number = any(${numbers}::bigint[]) and m.sent is not null and ${reached(person, 'pile', 'p')} group by 1`.execute(
      db,
    ),
    sql<{ id: number; open: number }>`
      select h.display_message_id as id, count(distinct t.pile_id)::int as open
      from message_push h join campaign_target t on t.campaign_id = h.campaign_id
      where h.display_message_id = any(${ids}::bigint[]) and t.state in ('pending', 'sent', 'accepted')
        and ${reached(person, 'campaign_target')} group by 1`.execute(db),
  ])
  return rows.map((row) => {
    const { number: _, ...counted } = held.find(({ number }) => number === numberOfSaved(row.id)) ?? { number: 0 }
    return { ...row, piles: { ...NONE, ...counted, open: open.find(({ id }) => id === row.id)?.open ?? 0 } }
  })
}
