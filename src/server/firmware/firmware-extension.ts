import { firmwareRow } from '../../shared/endpoints/firmware.ts'
import type { Firmware, firmware } from '../../shared/entities/firmware.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import type { Contents } from './downloads.ts'
import { running } from './push.ts'
import { flawNow, isSignedBy, signatureIn, signerIn } from './signing.ts'
import { withUpgrades } from './upgrades.ts'

/** What piles can be given as an address (OCPP 1.6, 6.19: HTTP or FTP; SFTP and FTPS where they can). */
const ADDRESS = /^(https?|ftps?|sftp):\/\/[^\s/]+\S*$/i
const SHA256 = /^[0-9a-f]{64}$/
const FOLDERS = new Set(['firmware', 'archives'])

type Task = Draft<typeof firmware>

/** What no single field of a task shows: where its file is, whether it is firmware, the one that was meant, and signed by whom it says. */
export const firmwareExtension = (store: Pick<Contents, 'open'>): Extension<typeof firmware> => ({
  row: firmwareRow,
  extend: withUpgrades,
  async check(draft, context, before) {
    await refuseRunning(before ? [before.id] : [], context)
    const { file = null, file_path = null, window_from = null, window_to = null } = draft
    if (!file && !file_path) throw wrongField('file', 'firmware:file_or_address')
    if (file && file_path) throw wrongField('file_path', 'firmware:one_of_both')
    if (file_path && !ADDRESS.test(file_path)) throw wrongField('file_path', 'firmware:address')
    if ((window_from === null) !== (window_to === null))
      throw wrongField(window_from === null ? 'window_from' : 'window_to', 'firmware:both_hours')
    if (window_from !== null && window_from === window_to) throw wrongField('window_to', 'firmware:same_hour')
    checkInstallTime(draft)
    const isHere = await checkFile(draft, context)
    await checkSignature(draft, before, isHere ? store : null)
  },
  removable: (rows, context) =>
    refuseRunning(
      rows.map(({ id }) => id),
      context,
    ),
  history: async (ids, { db }) => {
    const query = db
      .selectFrom('firmware_push')
      .select('firmware_id')
      .distinct()
      .where('firmware_id', 'in', [...ids])
    return (await query.execute()).map(({ firmware_id }) => firmware_id)
  },
})

/** What is under way is as it was when it was pushed. */
async function refuseRunning(ids: readonly Firmware['id'][], context: Context): Promise<void> {
  if ((await running(ids, context)).length) throw new Refusal(409, 'firmware:runs')
}

/** Piles are told of it in a signed update alone (security whitepaper, L01). */
function checkInstallTime({ install_at = null, signature = null, download_at = null }: Task): void {
  if (install_at === null) return
  if (!signature) throw wrongField('install_at', 'firmware:install_unsigned')
  if (download_at !== null && Date.parse(install_at) < Date.parse(download_at))
    throw wrongField('install_at', 'firmware:install_before_download')
}

/** Gives whether its content is here. */
async function checkFile({ file, file_sha256 }: Task, { db }: Context): Promise<boolean> {
  const wanted = file_sha256?.trim().toLowerCase()
  if (wanted && !SHA256.test(wanted)) throw wrongField('file_sha256', 'firmware:sha256')
  if (wanted && !file) throw wrongField('file_sha256', 'firmware:sha256_of_upload')
  if (!file) return false
  const kept = await db.selectFrom('file').select(['folder', 'sha256']).where('key', '=', file).executeTakeFirst()
  // A key that is unknown is refused where it is held.
  if (!kept) return false
  if (!FOLDERS.has(kept.folder)) throw wrongField('file', 'firmware:no_firmware')
  if (wanted && wanted !== kept.sha256)
    throw wrongField('file_sha256', 'firmware:other_sha256', { sha256: kept.sha256 })
  return true
}

/** Of an address elsewhere only the form is known; the pile checks the rest. */
async function checkSignature(
  { file = null, signing_certificate: pem = null, signature = null }: Task,
  before: Firmware | null,
  store: Pick<Contents, 'open'> | null,
): Promise<void> {
  if (!pem && !signature) return
  if (!pem || !signature) throw wrongField(pem ? 'signature' : 'signing_certificate', 'firmware:both_signed')
  const signer = signerIn(pem)
  const flaw = 'flaw' in signer ? signer.flaw : flawNow(signer)
  if ('flaw' in signer || flaw) throw wrongField('signing_certificate', `firmware:signer_flaws.${flaw}`)
  const given = signatureIn(signature)
  if (!given) throw wrongField('signature', 'firmware:signature')
  const isKnown = before?.file === file && before?.signing_certificate === pem && before?.signature === signature
  if (!file || !store || isKnown) return
  const { stream } = await store.open(file)
  if (await isSignedBy(signer.key, given, stream as AsyncIterable<Buffer>)) return
  // By an EC key it may be EC-Schnorr, which no library here can check.
  throw wrongField(
    'signature',
    signer.key.asymmetricKeyType === 'ec' ? 'firmware:no_ecdsa' : 'firmware:other_signature',
  )
}
