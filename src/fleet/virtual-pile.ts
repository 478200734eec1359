import { Maintenance } from './maintenance.ts'
import type { MaintenanceOptions } from './maintenance-faults.ts'
import { Pile, type PileOptions } from './pile.ts'
import { expireKept } from './reserving.ts'
import { httpTransfer, type Transfer } from './transfer.ts'
import { v16 } from './v16/version.ts'
import { v21 } from './v21/version.ts'
import { v201 } from './v201/version.ts'
import type { Version } from './version.ts'

const VERSIONS = { '1.6': v16, '2.0.1': v201, '2.1': v21 } satisfies Record<string, Version>
export type VersionName = keyof typeof VERSIONS
export const versionNames = Object.keys(VERSIONS) as VersionName[]

export interface VirtualPileOptions extends PileOptions {
  /** Of OCPP; 1.6 unless it says otherwise. */
  version?: VersionName | undefined
}

/** A pile that obeys every call of the version of OCPP that it speaks. */
export function virtualPile(
  { version = '1.6', ...options }: VirtualPileOptions,
  faults?: MaintenanceOptions,
  transfer: Transfer = httpTransfer,
): Pile {
  const { telling, commands } = VERSIONS[version]
  const pile = new Pile(options, telling)
  const maintenance = new Maintenance(pile, transfer, faults)
  pile.obey(new Map(Object.entries(commands(pile, maintenance))))
  expireKept(pile)
  return pile
}
