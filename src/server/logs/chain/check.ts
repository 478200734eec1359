import { type Kysely, sql } from 'kysely'
import type { ChainCheck, ChainProblem, chainState, NotedSeal } from '../../../shared/endpoints/audit-chain.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { atOneMoment } from '../../kit/database/moment.ts'
import type { Database } from '../../kit/database/tables.ts'
import { sha256 } from '../../kit/sha256.ts'
import { content, sealOf } from './link.ts'

type Db = Kysely<Database>
type End = NotedSeal

const AT_ONCE = 2_000
/** No transaction lasts longer: an entry that says it is so much older than one before it was put in afterwards. Seconds. */
const LATE_SECONDS = 3_600

interface Link extends End {
  entry_id: number
  content: string | null
  /** Seconds. */
  created: number
}

/**
 * Reads the whole chain, as it is at one moment, and says where it is broken first. `noted`: seals that someone wrote down
 * elsewhere; they have to be in it as well, since anyone who may write to the database may write a whole new chain.
 */
export async function checkChain(db: Db, noted: readonly NotedSeal[] = []): Promise<ChainCheck> {
  const { finding, ...found } = await examine(db, noted)
  return { ...found, problem: finding && { why: finding.why, position: finding.position, entry_id: finding.entry_id } }
}

/** The same, with what tells this problem from any that comes after it. What was acknowledged is passed over. */
export const examine = (db: Db, noted: readonly NotedSeal[] = []): Promise<ChainCheckRun> =>
  atOneMoment(db, async (trx) => {
    const passed = await acknowledged(trx)
    const ends = await trx.selectFrom('audit_end').select(['which', 'position', 'hash']).execute()
    const endOf = (which: 'head' | 'anchor') =>
      ends.find((end) => end.which === which) ?? { position: -1, hash: 'there is no such end' }
    const [anchor, head] = [endOf('anchor'), endOf('head')]
    const walked = await walk(trx, anchor, { known: await knownSeals(trx, noted), passed })
    const last = walked.last
    const cut = last.position !== head.position || last.hash !== head.hash
    const finding =
      walked.finding ??
      (cut ? { why: 'end' as const, position: last.position + 1, entry_id: null, mark: '' } : null) ??
      first([await wrongAnchor(trx, anchor)], passed) ??
      first(await unsealed(trx), passed)
    const { since, waiting } = await bounds(trx)
    return { whole: !finding, since, entries: walked.entries, ...last, waiting, finding }
  })

export interface ChainCheckRun extends Omit<ChainCheck, 'problem'> {
  finding: Finding | null
}

/** A problem; `mark` is other for the same entry or place once more was done to it. */
export interface Finding extends ChainProblem {
  mark: string
}

/** As an acknowledgement names it. */
export const keyOf = ({ why, position, entry_id, mark }: Finding): string => `${why} ${position} ${entry_id} ${mark}`

const first = (found: readonly (Finding | null)[], passed: ReadonlySet<string>): Finding | null =>
  found.find((one) => one !== null && !passed.has(keyOf(one))) ?? null

/** What an administrator has seen and given a reason for: entries of the log itself, so they are chained as well. */
async function acknowledged(trx: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select after->>'key' as key from audit_entry where entity = 'audit_entry' and action = 'acknowledge'`.execute(trx)
  return new Set(rows.map(({ key }) => key))
}

interface Walked {
  entries: number
  last: End
  finding: Finding | null
}

interface Compared {
  known: ReadonlyMap<number, Known>
  passed: ReadonlySet<string>
}

async function walk(trx: Db, anchor: End, { known, passed }: Compared): Promise<Walked> {
  let last: End = { position: anchor.position, hash: anchor.hash }
  let entries = 0
  let newest = 0
  let finding = first([wrongKnown(last, known)], passed)
  for (;;) {
    const links = await linksAfter(trx, last.position)
    for (const link of links) {
      finding ??= first([problemOf(link, last, newest), wrongKnown(link, known)], passed)
      if (link.content !== null) entries++
      newest = Math.max(newest, link.created)
      last = { position: link.position, hash: link.hash }
    }
    if (links.length < AT_ONCE) break
  }
  const beyond = [...known].filter(([position]) => position > last.position)
  finding ??= first(
    beyond.map(([position, { why, hash: mark }]) => ({ why, position, entry_id: null, mark })),
    passed,
  )
  return { entries, last, finding }
}

/** What is wrong with a link behind the one before it; null when nothing is. */
function problemOf(link: Link, before: End, newest: number): Finding | null {
  const { position, entry_id, hash, content, created } = link
  const mark = sha256(content ?? '')
  if (position !== before.position + 1)
    return { why: 'gap', position: before.position + 1, entry_id: null, mark: `${position} ${mark}` }
  if (content === null) return { why: 'missing', position, entry_id, mark: '' }
  if (sealOf(before.hash, position, content) !== hash) return { why: 'changed', position, entry_id, mark }
  return created < newest - LATE_SECONDS ? { why: 'inserted', position, entry_id, mark } : null
}

type Known = { hash: string; why: 'noted' | 'checked' }

/** What earlier checks saw, and what was noted elsewhere, by position. Before the anchor nothing is left to compare with. */
async function knownSeals(trx: Db, noted: readonly NotedSeal[]): Promise<Map<number, Known>> {
  const { rows } = await sql<End>`
    select c.position, c.hash from audit_check c, audit_end a
    where a.which = 'anchor' and c.whole and c.position >= a.position and c.position > 0`.execute(trx)
  return new Map<number, Known>([
    ...rows.map(({ position, hash }): [number, Known] => [position, { hash, why: 'checked' }]),
    ...noted.map(({ position, hash }): [number, Known] => [position, { hash, why: 'noted' }]),
  ])
}

function wrongKnown({ position, hash }: End, known: ReadonlyMap<number, Known>): Finding | null {
  const seen = known.get(position)
  return seen && seen.hash !== hash ? { why: seen.why, position, entry_id: null, mark: seen.hash } : null
}

async function linksAfter(trx: Db, position: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.position, s.entry_id, s.hash, ${content} as content,
      coalesce(extract(epoch from e.created_at), 0)::float8 as created
    from audit_seal s left join audit_entry e on e.id = s.entry_id
    where s.position > ${position} order by s.position limit ${AT_ONCE}`.execute(trx)
  return rows
}

/** The beginning was taken away only if the log says so. */
async function wrongAnchor(trx: Db, { position, hash }: End): Promise<Finding | null> {
  if (position === 0) return null
  const { rows } = await sql<End>`
    select (after->>'position')::bigint as position, after->>'hash' as hash from audit_entry
    where entity = 'audit_entry' and action = 'forget' order by id desc limit 1`.execute(trx)
  const said = rows[0]
  return said?.position === position && said.hash === hash
    ? null
    : { why: 'anchor', position, entry_id: null, mark: hash }
}

/** An entry that neither has a seal nor waits for one did not come by the way that entries come. */
async function unsealed(trx: Db): Promise<Finding[]> {
  const { rows } = await sql<{ id: number; content: string }>`
    select e.id, ${content} as content from audit_entry e where not exists (select from audit_seal s where s.entry_id = e.id)
      and not exists (select from audit_unsealed u where u.entry_id = e.id) order by e.id limit ${AT_ONCE}`.execute(trx)
  return rows.map(({ id, content }) => ({ why: 'unsealed', position: null, entry_id: id, mark: sha256(content) }))
}

async function bounds(trx: Db): Promise<Pick<ChainCheck, 'since' | 'waiting'>> {
  const { rows } = await sql<Pick<ChainCheck, 'since' | 'waiting'>>`
    select (select e.created_at from audit_seal s join audit_entry e on e.id = s.entry_id order by s.position limit 1) as since,
      (select count(*) from audit_unsealed) as waiting`.execute(trx)
  return rows[0] ?? { since: null, waiting: 0 }
}

/** Checks, and writes down what was found: from then on the seal that was last has to stay where it is. */
export async function checkAndKeep(db: Db, noted: readonly NotedSeal[] = []): Promise<ChainCheck> {
  const found = await checkChain(db, noted)
  const { whole, since, entries, position, hash, problem } = found
  await db
    .insertInto('audit_check')
    .values({ whole, since, entries, position, hash, problem: problem && JSON.stringify(problem) })
    .execute()
  return found
}

/** What the last check found. */
export async function lastCheck(db: Db): Promise<Data<typeof chainState>> {
  const last = await db.selectFrom('audit_check').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!last) return { last: null }
  const { at, whole, since, entries, position, hash, problem } = last
  return { last: { at, whole, since, entries, position, hash, problem } }
}
