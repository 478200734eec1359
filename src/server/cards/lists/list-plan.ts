import { type Kysely, sql } from 'kysely'
import { type CallRoom, type Good, type Held, wantedList } from '../../../shared/domain/card-list.ts'
import { isLongNumber, takesLongNumbers } from '../../../shared/domain/card-number.ts'
import type { Database } from '../../kit/database/tables.ts'
import { isShort, takesLong } from '../../kit/fits-pile.ts'
import { saidOrMost } from '../../kit/kept-setting.ts'

type Db = Kysely<Database>

/** Every pile takes as many at once, and has room for as many (OCPP 1.6, 9.2). */
const LEAST = 10
/** More than piles take, whatever they say. */
const MOST = 100_000
/** Who charged at a site within these days is likelier to charge there than others. */
const LATELY_DAYS = 90

/** Whether the list is used, its room, and how much fits in one call: in 1.6 and in 2.x. */
const KEYS = {
  enabled: ['LocalAuthListEnabled', 'LocalAuthListCtrlr/Enabled'],
  entries: ['LocalAuthListMaxLength', 'LocalAuthListCtrlr/Entries'],
  a_call: ['SendLocalListMaxLength', 'LocalAuthListCtrlr/ItemsPerMessage'],
  bytes: ['LocalAuthListCtrlr/BytesPerMessage'],
} as const
export const LIMIT_KEYS: readonly string[] = Object.values(KEYS).flat()

export interface Limits extends CallRoom {
  entries: number
  /** Whether the pile uses its list; null where it did not say. */
  enabled: boolean | null
  /** It is off, and a pile of its version has none then (D02.FR.03); one of 1.6 may keep what it is sent. */
  off: boolean
  /** The pile told them by itself. */
  told: boolean
}

export interface ListPlan {
  limits: Limits
  wanted: readonly Held[]
  held: readonly Held[]
  left_out: number
  /** Its type keeps no list any more: it is to hold nothing. */
  emptying: boolean
}

/** Cards that may charge at a site, by site: piles of one site are given the same. */
export type GoodAt = (site_id: number | null) => Promise<readonly Good[]>

/** Of the list that a pile was sent last. */
export async function listVersion(db: Db, pile_id: number): Promise<number> {
  const list = await db.selectFrom('local_list').select('version').where('pile_id', '=', pile_id).executeTakeFirst()
  return list?.version ?? 0
}

/** What is to be in a pile's list, what is there as far as it took it, and how much it takes. */
export async function planOf(db: Db, pile_id: number, goodAt: GoodAt = goodCards(db)): Promise<ListPlan | null> {
  const pile = await db
    .selectFrom('pile as p')
    .leftJoin('card_list as c', 'c.pile_id', 'p.id')
    .select(['p.site_id', 'p.protocol', 'c.emptying'])
    .where('p.id', '=', pile_id)
    .executeTakeFirst()
  if (!pile) return null
  const fits = ({ tag }: { tag: string }) => takesLongNumbers(pile.protocol) || !isLongNumber(tag)
  const [limits, all, told] = await Promise.all([limitsOf(db, pile_id), goodAt(pile.site_id), heldOf(db, pile_id)])
  // What it took in another version cannot be named to it any more.
  const [good, entries] = [all.filter(fits), told.filter(fits)]
  if (pile.emptying) return { limits, wanted: [], held: entries, left_out: 0, emptying: true }
  const goodTags = new Set(good.map(({ tag }) => tag))
  const refused = new Set(entries.filter(({ tag, ours }) => ours && !goodTags.has(tag)).map(({ tag }) => tag))
  const held = entries.map(({ ours: _, ...entry }) => entry)
  const { cards: wanted, left_out } = wantedList({ good, held, refused, most: limits.entries })
  return { limits, wanted, held, left_out, emptying: false }
}

/** `ours`: a card of ours had the number once. */
async function heldOf(db: Db, pile_id: number): Promise<(Held & { ours: boolean })[]> {
  const { rows } = await sql<Held & { ours: boolean }>`
    select e.tag, e.id_tag as card_number, e.status, e.group_number as group, e.until,
      e.by_console or exists (select from card c where upper(c.number) = e.tag) as ours
    from local_list_entry e where e.pile_id = ${pile_id} and e.status is not null order by e.tag`.execute(db)
  return rows
}

/** A card `s` that may charge: the rule is Authorize's (migration 0303); a master pass is always asked about. */
const MAY_CHARGE = sql`s.standing = 'Accepted' and not s.is_master and s.balance_cents > 0 and customer_credit_cents(s.customer_id) > 0`

/** Those that charged there lately come first, the latest of them first. */
export function goodCards(db: Db): GoodAt {
  const known = new Map<number | null, Promise<readonly Good[]>>()
  return (site_id) => {
    const good = known.get(site_id) ?? readGood(db, site_id)
    known.set(site_id, good)
    return good
  }
}

async function readGood(db: Db, site_id: number | null): Promise<Good[]> {
  const { rows } = await sql<Good>`
    with lately as (
      select o.card_number as tag, max(o.started_at) as at from orders o
      where o.site_id = ${site_id}::bigint and o.started_at > now() - make_interval(days => ${LATELY_DAYS}) group by 1)
    select s.tag, s.number as card_number, s.group_number as group,
      to_char(s.valid_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
    from card_standing s left join lately l on l.tag = s.tag
    where ${MAY_CHARGE}
    order by l.at desc nulls last, s.card_id limit ${MOST}`.execute(db)
  return rows
}

/** Cards that may charge and cannot be named to this pile: their numbers are too long for its version. */
export async function tooLong(db: Db, pile_id: number): Promise<number> {
  if (await takesLong(db, pile_id)) return 0
  const { rows } = await sql<{ cards: number }>`
    select count(*)::int as cards from card_standing s where not ${isShort} and ${MAY_CHARGE}`.execute(db)
  return rows[0]?.cards ?? 0
}

export async function limitsOf(db: Db, pile_id: number): Promise<Limits> {
  const { rows } = await sql<{ type_entries: number | null; told: Readonly<Record<string, string | null>> | null }>`
    select y.card_list_entries as type_entries, (
      select json_object_agg(lower(s.key), ${saidOrMost}) from pile_setting s
      where s.pile_id = p.id and lower(s.key) in (${sql.join(LIMIT_KEYS.map((key) => key.toLowerCase()))})) as told
    from pile p left join pile_type y on y.id = p.pile_type_id where p.id = ${pile_id}`.execute(db)
  const { type_entries = null, told = null } = rows[0] ?? {}
  const said = (keys: readonly string[]) => keys.map((key) => told?.[key.toLowerCase()]).find(Boolean) ?? null
  const enabled = said(KEYS.enabled)
  return {
    entries: figureOf(said(KEYS.entries)) ?? type_entries ?? LEAST,
    a_call: figureOf(said(KEYS.a_call)) ?? LEAST,
    bytes: figureOf(said(KEYS.bytes)),
    enabled: enabled === null ? null : enabled.toLowerCase() === 'true',
    off: said([KEYS.enabled[1]])?.toLowerCase() === 'false',
    told: told !== null,
  }
}

function figureOf(text: string | null): number | null {
  const figure = Number(text ?? Number.NaN)
  return Number.isInteger(figure) && figure > 0 ? Math.min(figure, MOST) : null
}
