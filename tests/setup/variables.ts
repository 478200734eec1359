import type { ScriptedPile } from '../../src/fleet/scripted.ts'

interface Variable {
  component: { name: string; instance?: string; evse?: { id: number; connectorId?: number } }
  variable: { name: string; instance?: string }
  variableAttribute: { value?: string; mutability: string }[]
  variableCharacteristics: Record<string, unknown>
}

const of = (name: string, variable: string, value: string, more: object = {}, mutability = 'ReadWrite'): Variable => ({
  component: { name },
  variable: { name: variable },
  variableAttribute: [{ value, mutability }],
  variableCharacteristics: { dataType: 'integer', supportsMonitoring: false, ...more },
})

const CONTROLLERS: Variable[] = [
  of('OCPPCommCtrlr', 'HeartbeatInterval', '300', { unit: 's', minLimit: 10, maxLimit: 86_400 }),
  of('OCPPCommCtrlr', 'WebSocketPingInterval', '30', { unit: 's', minLimit: 0 }),
  of('OCPPCommCtrlr', 'NetworkConfigurationPriority', '1,2', { dataType: 'SequenceList' }),
  of('OCPPCommCtrlr', 'QueueAllMessages', 'true', { dataType: 'boolean' }),
  of('AuthCtrlr', 'AuthorizeRemoteStart', 'false', { dataType: 'boolean' }),
  of('AuthCtrlr', 'LocalPreAuthorize', 'true', { dataType: 'boolean' }),
  of('AuthCacheCtrlr', 'Policy', 'LRU', { dataType: 'OptionList', valuesList: 'LRU,LFU,FIFO' }),
  of('SampledDataCtrlr', 'TxUpdatedInterval', '60', { unit: 's' }),
  of('SampledDataCtrlr', 'TxUpdatedMeasurands', 'Energy.Active.Import.Register,Power.Active.Import', {
    ...{ dataType: 'MemberList', valuesList: 'Energy.Active.Import.Register,Power.Active.Import,Voltage,SoC' },
  }),
  of('TxCtrlr', 'TxStartPoint', 'Authorized,EVConnected', { dataType: 'MemberList' }),
  of('TxCtrlr', 'EVConnectionTimeOut', '90', { unit: 's' }),
  of('DeviceDataCtrlr', 'ConfigurationValueSize', '1000', {}, 'ReadOnly'),
  of('SecurityCtrlr', 'OrganizationName', 'Volta', { dataType: 'string', maxLimit: 40 }),
  {
    ...of('SecurityCtrlr', 'BasicAuthPassword', '', { dataType: 'string', maxLimit: 40 }),
    variableAttribute: [{ mutability: 'WriteOnly' }],
  },
]

/** What a pile of OCPP 2.0.1 says of itself: its controllers, and as many sensors of its guns as make `count` variables. */
export function inventoryOf(count: number): Variable[] {
  const names = ['Power', 'ACCurrent', 'ACVoltage', 'Temperature', 'Active', 'Problem', 'Tripped', 'Overload']
  const sensors = Array.from({ length: Math.max(0, count - CONTROLLERS.length) }, (_, at): Variable => {
    const evse = { id: 1 + (at % 8), connectorId: 1 + (Math.floor(at / 8) % 2) }
    const name = names[Math.floor(at / 16) % names.length] ?? ''
    const instance = `L${Math.floor(at / (16 * names.length))}`
    return {
      ...{ component: { name: at % 3 === 0 ? 'EVSE' : 'Connector', evse: at % 3 === 0 ? { id: evse.id } : evse } },
      variable: { name, instance: at % 3 === 0 ? `${instance}.${evse.connectorId}` : instance },
      variableAttribute: [{ value: String(at % 97), mutability: 'ReadOnly' }],
      variableCharacteristics: { dataType: 'decimal', unit: 'W', supportsMonitoring: true },
    }
  })
  return [...CONTROLLERS, ...sensors]
}

const PART = 150
const nameOf = ({ component, variable }: Variable) => JSON.stringify([component, variable])

/** Has a pile of 2.0.1 answer for its variables: told in reports, read, and set. */
export function answersForVariables(pile: ScriptedPile, variables: Variable[]): void {
  const report = async (requestId: unknown, told: Variable[]) => {
    for (let at = 0; at < Math.max(1, told.length); at += PART)
      await pile.call('NotifyReport', {
        ...{ requestId, generatedAt: new Date().toISOString(), seqNo: at / PART, tbc: at + PART < told.length },
        reportData: told.slice(at, at + PART),
      })
  }
  const soon = (work: () => Promise<void>) => void setImmediate(() => void work().catch(() => {}))
  pile.onCall('GetBaseReport', ({ requestId, reportBase }) => {
    const isSettable = ({ variableAttribute: [one] }: Variable) => one?.mutability !== 'ReadOnly'
    soon(() => report(requestId, reportBase === 'FullInventory' ? variables : variables.filter(isSettable)))
    return { status: 'Accepted' }
  })
  pile.onCall('GetReport', ({ requestId, componentVariable }) => {
    const [{ component }] = componentVariable as [{ component: { name: string } }]
    soon(() =>
      report(
        requestId,
        variables.filter((one) => one.component.name === component.name),
      ),
    )
    return { status: 'Accepted' }
  })
  const find = (named: Variable) => variables.find((one) => nameOf(one) === nameOf(named))?.variableAttribute[0]
  pile.onCall('SetVariables', ({ setVariableData }) => ({
    setVariableResult: (setVariableData as (Variable & { attributeValue: string })[]).map((one) => {
      const held = find(one)
      if (held && held.mutability !== 'ReadOnly') held.value = one.attributeValue
      const attributeStatus = !held ? 'UnknownVariable' : held.mutability === 'ReadOnly' ? 'Rejected' : 'Accepted'
      return { component: one.component, variable: one.variable, attributeStatus }
    }),
  }))
  pile.onCall('GetVariables', ({ getVariableData }) => ({
    getVariableResult: (getVariableData as Variable[]).map((one) => {
      const { component, variable } = one
      const held = find(one)
      if (!held || held.mutability === 'WriteOnly')
        return { component, variable, attributeStatus: held ? 'Rejected' : 'UnknownVariable' }
      return { component, variable, attributeStatus: 'Accepted', attributeValue: held.value ?? '' }
    }),
  }))
}
