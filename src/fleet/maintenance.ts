import type { MaintenanceFault, MaintenanceOptions, UploadFault } from './maintenance-faults.ts'
import type { Pile } from './pile.ts'
import { believes, type Proof, SignatureCheck } from './signed-firmware.ts'
import type { Transfer } from './transfer.ts'

export interface TransferJob {
  location: string
  /** Attempts after the first. */
  retries: number
  retryInterval_s: number
}

/** Of an update that its pile tells apart by a number: all of OCPP 2, and those of 1.6 that have to be signed. */
interface NumberedUpdate {
  requestId: number
  /** Not before then (ms). */
  installAt: number | undefined
  /** Null: it has not to be signed. */
  proof: Proof | null
}

interface UpdateJob extends TransferJob {
  /** When it may begin (ms). */
  at: number
  numbered?: NumberedUpdate
}

type FirmwareStatus =
  | 'Idle'
  | 'Downloading'
  | 'Downloaded'
  | 'DownloadFailed'
  | 'Installing'
  | 'Installed'
  | 'InstallationFailed'
  | 'SignatureVerified'
  | 'InvalidSignature'
  | 'InstallScheduled'
type UploadStatus = 'Idle' | 'Uploading' | 'Uploaded' | 'UploadFailed' | 'UploadFailure' | 'PermissionDenied'
/** By GetDiagnostics, or by GetLog of the security extension, which tells its uploads apart by a number. */
export type UploadKind = 'diagnostics' | 'DiagnosticsLog' | 'SecurityLog'

const UNPACK_MS = 5_000
const INSTALL_MS = 20_000
const GATHER_MS = 120_000
const BUSY_RETRY_MS = 30_000
const BEGINS_AGAIN_MS = 30_000

/** Firmware updates, diagnostics and logs: OCPP 1.6, clauses 4.3, 4.5, 5.9 and 5.19, and L01 and N01 of the security extension, walked for real. */
export class Maintenance {
  #pile: Pile
  #transfer: Transfer
  #firmware: FirmwareStatus = 'Idle'
  /** What it is at; a newer one takes its place (L01.FR.26). */
  #update: UpdateJob | null = null
  /** The latest of those that are numbered. */
  #numbered: { status: FirmwareStatus; requestId: number } | null = null
  #diagnostics: UploadStatus = 'Idle'
  #log: { status: UploadStatus; requestId: number } | null = null
  #fault: MaintenanceFault | undefined
  readonly #upload_fault: UploadFault | undefined
  readonly #pace: number

  constructor(pile: Pile, transfer: Transfer, { fault, upload_fault, pace = 1 }: MaintenanceOptions = {}) {
    this.#fault = fault
    this.#upload_fault = upload_fault
    this.#pace = pace
    this.#pile = pile
    this.#transfer = transfer
  }

  get refuses() {
    return this.#fault === 'refuses'
  }

  /** The name of the file that follows. */
  nameOf(kind: UploadKind) {
    const { station } = this.#pile
    if (kind === 'diagnostics') return `${station}-diagnostics.txt`
    return `${station}-${kind === 'SecurityLog' ? 'security' : 'diagnostics'}.log`
  }

  /** A log is on its way: a newer request ends it (N01.FR.11). */
  get isUploadingLog() {
    return this.#log !== null
  }

  get isUpdating() {
    return this.#update !== null
  }

  /** By its maker's roots; one without them believes what is valid. */
  believes(certificate: string): boolean {
    const { memory, clock } = this.#pile
    const makers = memory.security.roots.filter(({ use }) => use === 'ManufacturerRootCertificate')
    return believes(
      certificate,
      makers.map(({ pem }) => pem),
      clock.now(),
    )
  }

  tellFirmware() {
    return this.#tell('FirmwareStatusNotification', this.#firmware)
  }

  /** When asked: the latest word, and Idle once it is installed (L01.FR.28, 29). */
  tellSignedFirmware() {
    const { signedFirmware } = this.#pile.telling
    const { status, requestId } = this.#numbered ?? { status: 'Installed', requestId: undefined }
    if (status === 'Installed') return this.#tell(signedFirmware, 'Idle')
    return this.#tell(signedFirmware, status, requestId)
  }

  /** An event of its security (whitepaper, 8). */
  tellEvent(type: string) {
    const timestamp = new Date(this.#pile.clock.now()).toISOString()
    return this.#pile.peer.call('SecurityEventNotification', { type, timestamp }).catch(() => undefined)
  }

  tellDiagnostics() {
    return this.#tell('DiagnosticsStatusNotification', this.#diagnostics)
  }

  tellLog() {
    const { status, requestId } = this.#log ?? { status: 'Idle', requestId: undefined }
    return this.#tell('LogStatusNotification', status, requestId)
  }

  async upload(job: TransferJob) {
    return this.#upload('diagnostics', job, async (status) => {
      this.#diagnostics = status
      await this.tellDiagnostics()
      if (status !== 'Uploading') this.#diagnostics = 'Idle'
    })
  }

  async uploadLog(kind: Exclude<UploadKind, 'diagnostics'>, requestId: number, job: TransferJob) {
    const log = { status: 'Idle' as UploadStatus, requestId }
    this.#log = log
    return this.#upload(kind, job, async (status) => {
      if (this.#log !== log) return
      log.status = status === 'UploadFailed' ? 'UploadFailure' : status
      await this.tellLog()
      if (status !== 'Uploading' && this.#log === log) this.#log = null
    })
  }

  async #upload(kind: UploadKind, job: TransferJob, now: (status: UploadStatus) => Promise<void>): Promise<void> {
    const fault = this.#upload_fault
    const tell = fault === 'silent' ? async () => undefined : now
    await tell('Uploading')
    if (fault === 'fails') return void (await tell(kind === 'diagnostics' ? 'UploadFailed' : 'PermissionDenied'))
    if (fault === 'brings_nothing') return void (await tell('Uploaded'))
    const send = () => this.#transfer.upload(job.location, this.nameOf(kind), this.#report(kind))
    const begin = () => this.#attempt(send, job, (sent) => tell(sent ? 'Uploaded' : 'UploadFailed'))
    if (fault !== 'slow') return void begin()
    this.#pile.clock.after(GATHER_MS / this.#pace, begin)
  }

  /** Downloads at `at` (ms), installs when no car charges, and boots with the new version. */
  update(job: UpdateJob) {
    if (this.#fault === 'silent') return
    this.#update = job
    const { clock } = this.#pile
    clock.after(job.at - clock.now(), async () => {
      await this.#firmwareNow(job, 'Downloading')
      if (this.#fault === 'reboots') return this.#beginAgain(job)
      if (this.#fault === 'download_fails') return this.#ends(job, 'DownloadFailed')
      return this.#load(job)
    })
  }

  #load(job: UpdateJob): Promise<void> {
    const loading: { check: SignatureCheck | null } = { check: null }
    const load = () => {
      loading.check = job.numbered?.proof ? new SignatureCheck(job.numbered.proof) : null
      return this.#transfer.download(job.location, (bytes) => loading.check?.add(bytes))
    }
    return this.#attempt(load, job, async (loaded) => {
      if (!loaded) return this.#ends(job, 'DownloadFailed')
      await this.#firmwareNow(job, 'Downloaded')
      if (this.#fault === 'corrupts') loading.check?.add(Buffer.from('.'))
      if (loading.check && !(await this.#isVerified(job, loading.check))) return
      this.#pile.clock.after(UNPACK_MS / this.#pace, () => this.#install(job))
    })
  }

  async #isVerified(job: UpdateJob, check: SignatureCheck): Promise<boolean> {
    const isGood = check.isGood()
    if (isGood) await this.#firmwareNow(job, 'SignatureVerified')
    else {
      await this.#ends(job, 'InvalidSignature')
      await this.tellEvent('InvalidFirmwareSignature')
    }
    return isGood
  }

  /** What a pile was at it keeps through a loss of power, as its transactions. */
  async #beginAgain(job: UpdateJob): Promise<void> {
    this.#fault = undefined
    this.#firmware = 'Idle'
    await this.#pile.reset('Hard')
    this.#pile.clock.after(BEGINS_AGAIN_MS / this.#pace, () => this.update(job))
  }

  async #install(job: UpdateJob): Promise<void> {
    if (this.#update !== job) return
    const { clock, memory } = this.#pile
    const later_ms = (job.numbered?.installAt ?? 0) - clock.now()
    if (later_ms > 0) {
      await this.#firmwareNow(job, 'InstallScheduled')
      clock.after(later_ms, () => this.#install(job))
      return
    }
    if (!this.#pile.isIdle) {
      clock.after(BUSY_RETRY_MS / this.#pace, () => this.#install(job))
      return
    }
    await this.#firmwareNow(job, 'Installing')
    clock.after(INSTALL_MS / this.#pace, async () => {
      if (this.#update !== job) return
      const isBroken = this.#fault === 'install_fails' || this.#fault === 'corrupts'
      if (isBroken) return this.#ends(job, 'InstallationFailed')
      memory.firmware = versionIn(job.location) ?? nextVersion(memory.firmware)
      if (this.#fault !== 'forgets_word') await this.#ends(job, 'Installed')
      if (job.numbered) await this.tellEvent('FirmwareUpdated')
      this.#update = null
      this.#firmware = 'Idle'
      await this.#pile.reset('Soft', 'FirmwareUpdate')
    })
  }

  async #attempt(transfer: () => Promise<void>, job: TransferJob, ended: (worked: boolean) => unknown): Promise<void> {
    try {
      await transfer()
    } catch {
      if (job.retries <= 0) return void (await ended(false))
      const again = { ...job, retries: job.retries - 1 }
      this.#pile.clock.after(job.retryInterval_s * 1000, () => this.#attempt(transfer, again, ended))
      return
    }
    await ended(true)
  }

  async #firmwareNow(job: UpdateJob, status: FirmwareStatus) {
    if (this.#update !== job) return
    const { numbered } = job
    if (!numbered) {
      this.#firmware = status
      return void (await this.tellFirmware())
    }
    this.#numbered = { status, requestId: numbered.requestId }
    await this.#tell(this.#pile.telling.signedFirmware, status, numbered.requestId)
  }

  async #ends(job: UpdateJob, status: FirmwareStatus) {
    await this.#firmwareNow(job, status)
    if (this.#update === job) this.#update = null
  }

  async #tell(action: string, status: string, requestId?: number) {
    // A pile that is offline now is asked for its state by TriggerMessage later.
    const said = { status, ...(requestId !== undefined && { requestId }) }
    await this.#pile.peer.call(action, said).catch(() => undefined)
  }

  #report(kind: UploadKind): string {
    const { station, memory, connectors, clock } = this.#pile
    const lines = connectors.map(
      ({ id, status, errorCode, register_wh }) => `connector ${id}: ${status}, ${errorCode}, ${register_wh} Wh`,
    )
    const head = `${station} ${memory.firmware} ${new Date(clock.now()).toISOString()}`
    if (kind === 'SecurityLog') return [head, 'StartupOfTheDevice', ''].join('\n')
    return [head, ...lines, `messages waiting: ${memory.queue.length}`, ''].join('\n')
  }
}

const versionIn = (location: string) => /\d+\.\d+(\.\d+)*/.exec(location.split('/').at(-1) ?? '')?.[0]

function nextVersion(version: string): string {
  return version.replace(/\d+$/, (last) => String(Number(last) + 1))
}
