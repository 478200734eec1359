import { isSecretKey } from '../../../shared/domain/configuration-keys.ts'
import {
  ATTRIBUTES,
  type Attribute,
  addressOf,
  keyOfAddress,
  MOST_KEY,
  type SettingAddress,
} from '../../../shared/domain/setting-address.ts'
import type { KeyType } from '../../../shared/domain/setting-types.ts'
import { ownNumber } from '../every-version/own-number.ts'
import type { Payload } from '../framing.ts'
import type { Reason } from '../protocol.ts'
import type { ToldSetting, ToldSettings } from '../told-settings.ts'

/** How messages name a variable of a component. */
export interface Named {
  component: { name: string; instance?: string; evse?: { id: number; connectorId?: number } }
  variable: { name: string; instance?: string }
}

/** A variable as calls of ours name it (B05, B06); null for a key that is none. */
export function namedAs(key: string): (Named & { attributeType?: Attribute }) | null {
  const address = addressOf(key)
  if (!address) return null
  const { component, component_instance, evse, connector, variable, variable_instance, attribute } = address
  return {
    component: {
      name: component,
      ...(component_instance !== null && { instance: component_instance }),
      ...(evse !== null && { evse: { id: evse, ...(connector !== null && { connectorId: connector }) } }),
    },
    variable: { name: variable, ...(variable_instance !== null && { instance: variable_instance }) },
    ...(attribute !== 'Actual' && { attributeType: attribute }),
  }
}

/** The key of a variable that a call of ours names. */
export const keyNamed = (named: Named, attribute?: string): string => keyOfAddress(addressed(named, attribute))

function addressed({ component, variable }: Named, attribute: string | undefined): SettingAddress {
  const { evse } = component
  return {
    component: component.name,
    // An empty instance is none (B06.FR.15).
    component_instance: component.instance || null,
    evse: evse?.id ?? null,
    connector: evse?.connectorId ?? null,
    variable: variable.name,
    variable_instance: variable.instance || null,
    attribute: ATTRIBUTES.find((one) => one === attribute) ?? 'Actual',
  }
}

interface ReportData extends Named {
  variableAttribute: {
    type?: string
    value?: string
    mutability?: string
    persistent?: boolean
    constant?: boolean
  }[]
  variableCharacteristics?: {
    dataType: string
    unit?: string
    minLimit?: number
    maxLimit?: number
    valuesList?: string
    supportsMonitoring: boolean
  }
}

const TYPES: Readonly<Record<string, KeyType>> = {
  ...{ string: 'text', decimal: 'decimal', integer: 'int', dateTime: 'instant', boolean: 'bool' },
  ...{ OptionList: 'option', SequenceList: 'sequence', MemberList: 'csv' },
}

/** What a part of a report says, each attribute of a variable by itself (B07.FR.11). */
export function toldInReport(data: readonly ReportData[]): ToldSettings {
  return {
    known: data.flatMap((one) => one.variableAttribute.flatMap((attribute) => toldOf(one, attribute))),
    unknown: [],
  }
}

function toldOf(data: ReportData, attribute: ReportData['variableAttribute'][number]): ToldSetting[] {
  const { variableCharacteristics: facts } = data
  const { type, value, mutability, persistent = false, constant = false } = attribute
  const write_only = mutability === 'WriteOnly'
  const told = settingOf(data, type, write_only ? undefined : value)
  const read_only = mutability === 'ReadOnly'
  if (!told || !facts) return told ? [{ ...told, read_only }] : []
  return [
    {
      ...{ ...told, read_only },
      facts: {
        type: TYPES[facts.dataType] ?? 'text',
        unit: facts.unit ?? null,
        minimum: facts.minLimit ?? null,
        maximum: facts.maxLimit ?? null,
        choices: facts.valuesList ? facts.valuesList.split(',').map((choice) => choice.trim()) : null,
        ...{ write_only, persistent, constant, supports_monitoring: facts.supportsMonitoring },
      },
    },
  ]
}

/** Null for one whose name nobody could ask for. */
function settingOf(named: Named, attribute: string | undefined, value: string | undefined): ToldSetting | null {
  const address = addressed(named, attribute)
  const key = keyOfAddress(address)
  const isPlace = [address.evse, address.connector].every((number) => number === null || ownNumber(number) !== null)
  if (key.length > MOST_KEY || !isPlace) return null
  return { key, address, value: value === undefined || isSecretKey(key) ? null : value, read_only: null }
}

interface Result extends Named {
  attributeStatus: string
  attributeType?: string
  attributeValue?: string
}

const UNKNOWN = new Set(['unknowncomponent', 'unknownvariable', 'notsupportedattributetype'])

/** What the answer to a question for some variables says (B06). One that it may not tell is none of these. */
export function toldInAnswer({ getVariableResult = [] }: Payload): ToldSettings {
  const known: ToldSetting[] = []
  const unknown: string[] = []
  for (const result of getVariableResult as Result[]) {
    const word = result.attributeStatus.trim().toLowerCase()
    const told = settingOf(result, result.attributeType, result.attributeValue ?? '')
    if (told && word === 'accepted') known.push(told)
    else if (told && UNKNOWN.has(word)) unknown.push(told.key)
  }
  return { known, unknown }
}

interface SetResult {
  attributeStatus: string
  attributeStatusInfo?: { reasonCode: string; additionalInfo?: string }
}

/** What is said of each variable that was to be set, in the pile's words, with its reason where it gives one (B05). */
export const resultsOfSet = ({ setVariableResult = [] }: Payload): { word: string; reason: Reason | null }[] =>
  (setVariableResult as SetResult[]).map(({ attributeStatus: word, attributeStatusInfo: info }) => ({
    ...{ word, reason: info ? { code: info.reasonCode, info: info.additionalInfo || null } : null },
  }))
