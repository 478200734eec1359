import { SLOTS } from '../network.ts'
import type { Pile } from '../pile.ts'
import type { Variable } from '../v201/variable.ts'

const INTERFACES = 'Wired0,Wireless0,Any'

/** What is in each of its slots (2.1, 2.1.8): told, and set by SetNetworkProfile alone. */
export const networkVariables = (pile: Pile): Variable[] =>
  SLOTS.flatMap((part) => {
    const connection = () => pile.network.memory.slots[part]
    const isFactory = () => part === '1' && !connection()
    const row = (variable: string, type: Variable['type'], read: () => string, values?: string): Variable => ({
      ...{ component: 'NetworkConfiguration', part, variable, type, read },
      ...(values && { values }),
    })
    const address = () => connection()?.address ?? (isFactory() ? pile.security.factoryAddress : '')
    return [
      row('OcppCsmsUrl', 'string', address),
      row('OcppInterface', 'OptionList', () => connection()?.interface ?? 'Wired0', INTERFACES),
      row('OcppTransport', 'OptionList', () => 'JSON', 'JSON'),
      row('MessageTimeout', 'integer', () => String(connection()?.message_seconds ?? 30)),
      row('SecurityProfile', 'integer', () => String(pile.network.profileOf(part) ?? 0)),
      row('ApnEnabled', 'boolean', () => String(connection()?.apn !== undefined)),
      row('Apn', 'string', () => connection()?.apn ?? ''),
      row('VpnEnabled', 'boolean', () => 'false'),
    ]
  })
