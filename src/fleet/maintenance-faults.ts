/**
 * What goes wrong with updates. `forgets_word`: it installs, starts anew and never says so. `silent`: it says yes and does nothing.
 * `corrupts`: the file does not arrive as it was sent. `reboots`: its power fails in the middle of the download, and it begins again.
 */
export const MAINTENANCE_FAULTS = [
  'refuses',
  'silent',
  'download_fails',
  'install_fails',
  'corrupts',
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
