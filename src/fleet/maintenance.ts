import type { Pile } from './pile.ts'
import type { Transfer } from './transfer.ts'

export interface TransferJob {
  location: string
  /** Attempts after the first. */
  retries: number
  retryInterval_s: number
}

type FirmwareStatus =
  | 'Idle'
  | 'Downloading'
  | 'Downloaded'
  | 'DownloadFailed'
  | 'Installing'
  | 'Installed'
  | 'InstallationFailed'
type UploadStatus = 'Idle' | 'Uploading' | 'Uploaded' | 'UploadFailed' | 'PermissionDenied'
/** By GetDiagnostics, or by GetLog of the security extension, which tells its uploads apart by a number. */
export type UploadKind = 'diagnostics' | 'DiagnosticsLog' | 'SecurityLog'

/**
 * What goes wrong with updates. `forgets_word`: it installs, starts anew and never says so. `silent`: it says yes and does nothing.
 * `reboots`: its power fails in the middle of the download, and it begins again.
 */
export const MAINTENANCE_FAULTS = [
  'refuses',
  'silent',
  'download_fails',
  'install_fails',
  'forgets_word',
  'reboots',
] as const
export type MaintenanceFault = (typeof MAINTENANCE_FAULTS)[number]

/**
 * What goes wrong with uploads. `slow`: it takes minutes to gather its file. `fails`: it says that it may not. `silent`: it brings the file
 * and never says how far it is. `brings_nothing`: it says that it uploaded what it did not.
 */
export const UPLOAD_FAULTS = ['slow', 'fails', 'silent', 'brings_nothing'] as const
export type UploadFault = (typeof UPLOAD_FAULTS)[number]

export interface MaintenanceOptions {
  fault?: MaintenanceFault | undefined
  upload_fault?: UploadFault | undefined
  /** It unpacks and installs so many times faster. */
  pace?: number
}

const UNPACK_MS = 5_000
const INSTALL_MS = 20_000
const GATHER_MS = 120_000
const BUSY_RETRY_MS = 30_000
const BEGINS_AGAIN_MS = 30_000

/** Firmware updates, diagnostics and logs: OCPP 1.6, clauses 4.3, 4.5, 5.9 and 5.19, and N01 of the security extension, walked for real. */
export class Maintenance {
  #pile: Pile
  #transfer: Transfer
  #firmware: FirmwareStatus = 'Idle'
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

  tellFirmware() {
    return this.#tell('FirmwareStatusNotification', this.#firmware)
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
      log.status = status
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
  update(job: TransferJob & { at: number }) {
    if (this.#fault === 'silent') return
    const { clock } = this.#pile
    clock.after(job.at - clock.now(), async () => {
      await this.#firmwareNow('Downloading')
      if (this.#fault === 'reboots') return this.#beginAgain(job)
      if (this.#fault === 'download_fails') return this.#firmwareNow('DownloadFailed')
      return this.#attempt(
        () => this.#transfer.download(job.location),
        job,
        async (loaded) => {
          await this.#firmwareNow(loaded ? 'Downloaded' : 'DownloadFailed')
          if (loaded) clock.after(UNPACK_MS / this.#pace, () => this.#install(job.location))
        },
      )
    })
  }

  /** What a pile was at it keeps through a loss of power, as its transactions. */
  async #beginAgain(job: TransferJob & { at: number }): Promise<void> {
    this.#fault = undefined
    this.#firmware = 'Idle'
    await this.#pile.reset('Hard')
    this.#pile.clock.after(BEGINS_AGAIN_MS / this.#pace, () => this.update(job))
  }

  async #install(location: string): Promise<void> {
    const { clock, connectors, memory } = this.#pile
    if (connectors.some(({ session }) => session)) {
      clock.after(BUSY_RETRY_MS / this.#pace, () => this.#install(location))
      return
    }
    await this.#firmwareNow('Installing')
    clock.after(INSTALL_MS / this.#pace, async () => {
      if (this.#fault === 'install_fails') return this.#firmwareNow('InstallationFailed')
      memory.firmware = versionIn(location) ?? nextVersion(memory.firmware)
      if (this.#fault !== 'forgets_word') await this.#firmwareNow('Installed')
      this.#firmware = 'Idle'
      await this.#pile.reset('Soft')
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

  async #firmwareNow(status: FirmwareStatus) {
    this.#firmware = status
    await this.tellFirmware()
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
