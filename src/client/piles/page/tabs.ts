import { permissionTo } from '../../../shared/commands/declare.ts'
import { offered } from '../../../shared/commands/index.ts'
import { PAGE_PERMISSIONS } from '../offered-commands.ts'

/** The faces of a pile's page, in their order, each with the permission that it needs. */
export const TABS = [
  { key: 'realtime', permission: 'pile.list' },
  { key: 'info', permission: 'pile.list' },
  { key: 'commands', permission: [...PAGE_PERMISSIONS, 'command.list'] },
  { key: 'configuration', permission: permissionTo(offered.read_settings) },
  { key: 'monitors', permission: permissionTo(offered.read_monitors) },
  { key: 'screen', permission: permissionTo(offered.read_messages) },
  { key: 'card_list', permission: 'card_list.list' },
  { key: 'orders', permission: 'order.list' },
  { key: 'reservations', permission: 'reservation.list' },
  { key: 'alarms', permission: 'alarm.list' },
  { key: 'history', permission: 'pile.list' },
  { key: 'log', permission: 'frame.list' },
  { key: 'aside', permission: 'pile.list' },
] as const

/** Faces of what not every version has words for. */
const NEEDS = { monitors: offered.read_monitors.name, screen: offered.read_messages.name } as const

/** Whether a pile has something to show on a face; `commands`: what can be asked of it. */
export const hasFace = (key: PileTab, commands: readonly string[]): boolean =>
  !(key in NEEDS) || commands.includes(NEEDS[key as keyof typeof NEEDS])

export type PileTab = (typeof TABS)[number]['key']

export const tabOf = (written: string | null): PileTab | null => TABS.find(({ key }) => key === written)?.key ?? null
