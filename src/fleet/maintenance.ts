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
type DiagnosticsStatus = 'Idle' | 'Uploading' | 'Uploaded' | 'UploadFailed'

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

export interface MaintenanceOptions {
  fault?: MaintenanceFault | undefined
  /** It unpacks and installs so many times faster. */
  pace?: number
}

const UNPACK_MS = 5_000
const INSTALL_MS = 20_000
const BUSY_RETRY_MS = 30_000
const BEGINS_AGAIN_MS = 30_000

/** Firmware updates and diagnostics: the states of OCPP 1.6, clauses 4.3, 4.5, 5.9 and 5.19, walked for real. */
export class Maintenance {
  #pile: Pile
  #transfer: Transfer
  #firmware: FirmwareStatus = 'Idle'
  #diagnostics: DiagnosticsStatus = 'Idle'
  #fault: MaintenanceFault | undefined
  readonly #pace: number

  constructor(pile: Pile, transfer: Transfer, { fault, pace = 1 }: MaintenanceOptions = {}) {
    this.#fault = fault
    this.#pace = pace
    this.#pile = pile
    this.#transfer = transfer
  }

  get refuses() {
    return this.#fault === 'refuses'
  }

  get diagnosticsName() {
    return `${this.#pile.station}-diagnostics.txt`
  }

  tellFirmware() {
    return this.#tell('FirmwareStatusNotification', this.#firmware)
  }

  tellDiagnostics() {
    return this.#tell('DiagnosticsStatusNotification', this.#diagnostics)
  }

  async upload(job: TransferJob) {
    await this.#diagnosticsNow('Uploading')
    const send = () => this.#transfer.upload(job.location, this.diagnosticsName, this.#report())
    this.#attempt(send, job, (sent) => this.#diagnosticsNow(sent ? 'Uploaded' : 'UploadFailed'))
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

  async #diagnosticsNow(status: DiagnosticsStatus) {
    this.#diagnostics = status
    await this.tellDiagnostics()
    if (status !== 'Uploading') this.#diagnostics = 'Idle'
  }

  async #tell(action: string, status: string) {
    // A pile that is offline now is asked for its state by TriggerMessage later.
    await this.#pile.peer.call(action, { status }).catch(() => undefined)
  }

  #report(): string {
    const { station, memory, connectors, clock } = this.#pile
    const lines = connectors.map(
      ({ id, status, errorCode, register_wh }) => `connector ${id}: ${status}, ${errorCode}, ${register_wh} Wh`,
    )
    const head = `${station} ${memory.firmware} ${new Date(clock.now()).toISOString()}`
    return [head, ...lines, `messages waiting: ${memory.queue.length}`, ''].join('\n')
  }
}

const versionIn = (location: string) => /\d+\.\d+(\.\d+)*/.exec(location.split('/').at(-1) ?? '')?.[0]

function nextVersion(version: string): string {
  return version.replace(/\d+$/, (last) => String(Number(last) + 1))
}
