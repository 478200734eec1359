import { type Kysely, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { CertificateHash, CertificateUse, RootUse } from '../../shared/domain/root-certificate.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import type { ServesBy } from './roots.ts'

type Db = Kysely<Database>

/** A root that a pile told of. */
export interface ToldRoot extends CertificateHash {
  id: number
  use: CertificateUse
  children: CertificateHash[]
  /** Which of ours it is; empty for one that is not known here. */
  ours: number[]
}

/** Whether `h`, of which a pile told, is `r`, one of ours. */
const isOurs = sql<boolean>`r.hashes ->> h.algorithm = h.issuer_name_hash and r.serial = h.serial_number`

export const toldRoots = (db: Db, pile_id: number): Promise<ToldRoot[]> =>
  db
    .selectFrom('pile_root as h')
    .select(['id', 'use', 'algorithm', 'issuer_name_hash', 'issuer_key_hash', 'serial_number', 'children'])
    .select(sql<number[]>`array(select r.id from root_certificate r where ${isOurs} order by r.id)`.as('ours'))
    .where('pile_id', '=', pile_id)
    .orderBy('id')
    .execute() as Promise<ToldRoot[]>

/**
 * Whether the pile's own connection rests on this root alone: a pile that knows this network by a certificate could not come back without it
 * (security whitepaper, M04). Where the certificates that it is shown are not known here, the last root of the network counts.
 */
export async function isLastRoot(db: Db, pile_id: number, root: ToldRoot, serves: ServesBy | null): Promise<boolean> {
  if (root.use !== 'central') return false
  const profiles = ['connected_profile', 'security_floor', 'security_wanted'] as const
  const pile = await db.selectFrom('pile').select(profiles).where('id', '=', pile_id).executeTakeFirst()
  if (Math.max(...profiles.map((name) => pile?.[name] ?? 0)) < 2) return false
  const others = (await toldRoots(db, pile_id)).filter(({ id, use }) => use === 'central' && id !== root.id)
  return !others.some((other) => serves?.(other) ?? true)
}

/** What certificates are for, as far as a pile can be asked about them. */
export type UsesOf = (pile_id: number) => Promise<readonly CertificateUse[]>

/** What the commands about roots ask of a pile; `id` null: many, each of which says by itself what it does not know. */
export const rootResolvers = (serves: ServesBy | null, usesOf: UsesOf) => ({
  async list_certificates({ id, use }: { id: number | null; use: CertificateUse }): Promise<Intent> {
    await refuseUse(id, use, usesOf)
    return { ask: 'list_certificates', use }
  },

  async install_certificate(
    { id, use, root_certificate_id }: { id: number | null; use: RootUse; root_certificate_id: number },
    { db }: { db: Db },
  ): Promise<Intent> {
    await refuseUse(id, use, usesOf)
    const query = db.selectFrom('root_certificate').select(['pem', 'valid_to']).where('id', '=', root_certificate_id)
    const root = await query.executeTakeFirst()
    if (!root) throw notFound()
    if (Date.parse(root.valid_to) <= Date.now())
      throw wrongField('root_certificate_id', 'certificates:root_flaws.ended')
    return { ask: 'install_certificate', use, certificate: root.pem }
  },

  async delete_certificate(
    { id: pile_id, installed_id }: { id: number; installed_id: number },
    { db }: { db: Db },
  ): Promise<Intent> {
    const root = (await toldRoots(db, pile_id)).find(({ id }) => id === installed_id)
    if (!root) throw wrongField('installed_id', 'certificates:root_gone')
    if (await isLastRoot(db, pile_id, root, serves)) throw new Refusal(409, 'certificates:last_root')
    return deleting(root)
  },
})

async function refuseUse(id: number | null, use: CertificateUse, usesOf: UsesOf): Promise<void> {
  if (id !== null && !(await usesOf(id)).includes(use)) throw wrongField('use', 'certificates:use_unknown')
}

/** By the hashes that the pile itself told it by (M04.FR.07). */
const deleting = ({ use, algorithm, issuer_name_hash, issuer_key_hash, serial_number }: ToldRoot): Intent => ({
  ...{ ask: 'delete_certificate', use, algorithm },
  ...{ issuer_name_hash, issuer_key_hash, serial_number },
})

/** The piles that told of this root of ours. */
export const holdersOf = (root_certificate_id: number) => sql<boolean>`exists (
  select from pile_root h join root_certificate r on ${isOurs} where h.pile_id = t.id and r.id = ${root_certificate_id})`

/** Deletes one of our roots from each pile that told of it. */
export const deleteRootWork = (serves: ServesBy | null) => ({
  action: 'delete_certificate' as const,
  holds: 'answer' as const,
  repeatable: true,
  async intentOf({ pile_id }: { pile_id: number }, payload: object, db: Db): Promise<Intent | { impossible: string }> {
    const { root_certificate_id } = payload as { root_certificate_id: number }
    const root = (await toldRoots(db, pile_id)).find(({ ours }) => ours.includes(root_certificate_id))
    if (!root) return { impossible: 'root_gone' }
    if (await isLastRoot(db, pile_id, root, serves)) return { impossible: 'last_root' }
    return deleting(root)
  },
})
