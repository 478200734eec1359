import { sql } from 'kysely'
import { type FirmwareRow, NO_UPGRADES } from '../../shared/endpoints/firmware.ts'
import type { Firmware } from '../../shared/entities/firmware.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { signerIn } from './signing.ts'

/** Tasks with how many of their piles are in which state, their latest campaign, and what is known of their upload. */
export async function withUpgrades<F extends Firmware>(
  rows: F[],
  { db, person }: Looking,
): Promise<(F & FirmwareRow)[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: counts } = await sql<{ firmware_id: number; states: Partial<FirmwareRow['upgrades']> }>`
    select firmware_id, json_object_agg(upgrade_status, piles) as states from (
      select t.firmware_id, t.upgrade_status, count(*)::int as piles from firmware_upgrade t
      where t.firmware_id = any(${ids}::bigint[]) and ${reached(person, 'firmware_upgrade')} group by 1, 2) g
    group by 1`.execute(db)
  const { rows: campaigns } = await sql<{ firmware_id: number } & NonNullable<FirmwareRow['campaign']>>`
    select distinct on (f.firmware_id) f.firmware_id, c.id, c.state from firmware_push f
      join campaign c on c.id = f.campaign_id
    where f.firmware_id = any(${ids}::bigint[]) order by f.firmware_id, c.id desc`.execute(db)
  const { rows: files } = await sql<{ key: string; sha256: string }>`
    select key, sha256 from file where key = any(${rows.map(({ file }) => file)}::text[])`.execute(db)
  return rows.map((row) => {
    const campaign = campaigns.find(({ firmware_id }) => firmware_id === row.id)
    return {
      ...row,
      upgrades: { ...NO_UPGRADES, ...counts.find(({ firmware_id }) => firmware_id === row.id)?.states },
      campaign: campaign ? { id: campaign.id, state: campaign.state } : null,
      sha256: files.find(({ key }) => key === row.file)?.sha256 ?? null,
      signed_by: signerOf(row),
    }
  })
}

function signerOf({ signing_certificate: pem }: Firmware): FirmwareRow['signed_by'] {
  const signer = pem ? signerIn(pem) : null
  return signer && !('flaw' in signer) ? { subject: signer.subject, valid_to: signer.valid_to.toISOString() } : null
}
