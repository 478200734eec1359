import type { PileMemory } from '../memory.ts'

/** Settings that only 2.0.1 knows, by `Component.Variable[instance]`, with the values that a pile leaves the factory with. */
const FACTORY = {
  'TxCtrlr.TxStartPoint': 'PowerPathClosed',
  'TxCtrlr.TxStopPoint': 'PowerPathClosed',
  'TariffCostCtrlr.Enabled[Cost]': 'true',
  // A maker's own: it takes it and tells it nobody.
  'Modem.AccessCode': '',
} as const
export type Setting = keyof typeof FACTORY

export const settingOf = ({ configuration }: Pick<PileMemory, 'configuration'>, setting: Setting): string =>
  configuration[setting] ?? FACTORY[setting]
