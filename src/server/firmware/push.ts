import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { pushFirmware } from '../../shared/endpoints/firmware.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Context } from '../kit/context.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import type { Pushed, Signing } from './ports.ts'
import { flawNow, signatureIn, signerIn } from './signing.ts'

type Push = Parsed<typeof pushFirmware>

interface Parts {
  campaigns: StartCampaign
  /** Where piles reach this console, where that is said. */
  pileUrl: string | null
}

/** Has piles fetch and install what a task brings; see `pushFirmware`. */
export async function push(asked: Push, context: Context, { campaigns, pileUrl }: Parts) {
  const { db, origin } = context
  const row = await lockedTask(asked.id, context)
  if (row.archived_at !== null) throw new Refusal(409, 'archived')
  if ((await running([row.id], context)).length) throw new Refusal(409, 'firmware:runs')
  const piles = await pilesOf(row, asked, context)
  if (piles.length === 0) throw wrongField('pile_ids', 'firmware:no_piles')
  const token = randomBytes(24).toString('base64url')
  const { name, firmware_version: version, download_at: at, retry_count: retries, retry_interval } = row
  const location = row.file_path ?? `${pileUrl ?? origin}/firmware/${token}/${await fileName(row.file, context)}`
  const payload: Pushed = { location, retries, retry_seconds: retry_interval, at, version, signing: signingOf(row) }
  const targets = piles.map((pile_id) => ({ pile_id, connector_number: null }))
  const rules = rulesOf(row)
  const campaign_id = await campaigns.start({ action: 'update_firmware', name, payload, targets, rules }, context)
  await db.insertInto('firmware_push').values({ campaign_id, firmware_id: row.id, token, file: row.file }).execute()
  const pushed_at = new Date().toISOString()
  await db.updateTable('firmware').set({ pushed_at }).where('id', '=', row.id).execute()
  return { campaign_id, piles: piles.length } satisfies Data<typeof pushFirmware>
}

async function lockedTask(id: number, { db }: Context) {
  const row = await db.selectFrom('firmware').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}
type Task = Awaited<ReturnType<typeof lockedTask>>

/** As piles are given it. A certificate that has ended since it was given would be refused by each of them. */
function signingOf({ signing_certificate: pem, signature, install_at }: Task): Signing | null {
  if (!pem || !signature) return null
  const signer = signerIn(pem)
  if ('flaw' in signer || flawNow(signer)) throw new Refusal(409, 'firmware:signer_ended')
  return { certificate: signer.pem, signature: signatureIn(signature) ?? signature, install_at }
}

/** Those of them whose piles are being asked. */
export async function running(ids: readonly number[], { db }: Pick<Context, 'db'>): Promise<number[]> {
  const { rows } = await sql<{ firmware_id: number }>`
    select distinct f.firmware_id from firmware_push f join campaign c on c.id = f.campaign_id
    where f.firmware_id = any(${[...ids]}::bigint[]) and c.state in ('running', 'paused', 'stopped')`.execute(db)
  return rows.map(({ firmware_id }) => firmware_id)
}

/** Those of its site and type that are named, or all of them. */
async function pilesOf({ site_id, pile_type_id }: Task, { pile_ids }: Push, { db }: Context): Promise<number[]> {
  const rows = await db
    .selectFrom('pile')
    .select('id')
    .where('site_id', '=', site_id)
    .where('archived_at', 'is', null)
    .$if(pile_type_id !== null, (query) => query.where('pile_type_id', '=', pile_type_id))
    .$if(pile_ids !== undefined, (query) => query.where('id', 'in', pile_ids ?? []))
    .orderBy('id')
    .execute()
  if (pile_ids && rows.length < new Set(pile_ids).size) throw wrongField('pile_ids', 'firmware:other_piles')
  return rows.map(({ id }) => id)
}

/** Piles take the name of the file from its address; nothing in it has to be written otherwise there. */
async function fileName(key: string | null, { db }: Context): Promise<string> {
  const file = await db
    .selectFrom('file')
    .select('name')
    .where('key', '=', key ?? '')
    .executeTakeFirst()
  return (file?.name ?? '').replace(/[^\w.-]+/g, '_').slice(-60) || 'firmware.bin'
}

const HOUR_MINUTES = 60

function rulesOf({ at_once, pilot, stop_percent, idle_only, wait_hours, window_from, window_to }: Task) {
  const window =
    window_from === null || window_to === null
      ? null
      : { from: window_from * HOUR_MINUTES, to: window_to * HOUR_MINUTES }
  return { at_once, pilot, stop_percent, idle_only, wait_hours, window }
}
