/** Which value of a variable: what it is, what it is to come to, and the bounds that the operator gave it (OCPP 2.0.1, AttributeEnumType). */
export const ATTRIBUTES = ['Actual', 'Target', 'MinSet', 'MaxSet'] as const
export type Attribute = (typeof ATTRIBUTES)[number]

/** Where a setting of OCPP 2.x is: a variable of a component, which may be one of several or belong to an EVSE. */
export interface SettingAddress {
  component: string
  component_instance: string | null
  evse: number | null
  connector: number | null
  variable: string
  variable_instance: string | null
  attribute: Attribute
}

/** Keys are text of at most so many characters; none of the standard's comes near it. */
export const MOST_KEY = 300

/** None of these may be in a name by the standard (identifierString); of a pile that has them they are written as %2F. */
const SIGNS = /[[\]()/#%]/g
const written = (name: string) => name.replaceAll(SIGNS, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const read = (name: string) => name.replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))

const instanceOf = (instance: string | null) => (instance === null ? '' : `[${written(instance)}]`)

/** The component with its instance and place, as it begins a key. */
export function componentKey({ component, component_instance, evse, connector }: Omit<SettingAddress, VariablePart>) {
  const place = evse === null ? '' : connector === null ? `(${evse})` : `(${evse},${connector})`
  return `${written(component)}${instanceOf(component_instance)}${place}`
}

type VariablePart = 'variable' | 'variable_instance' | 'attribute'

/** The variable with its instance, and the attribute where it is another than what it is now. */
export function variableKey({ variable, variable_instance, attribute }: Pick<SettingAddress, VariablePart>): string {
  return `${written(variable)}${instanceOf(variable_instance)}${attribute === 'Actual' ? '' : `#${attribute}`}`
}

/** An address as a key: `Connector(1,2)/Power`, `OCPPCommCtrlr/MessageTimeout[Default]`, `EVSE(1)/Power#MaxSet`. */
export const keyOfAddress = (address: SettingAddress): string => `${componentKey(address)}/${variableKey(address)}`

const NAME = String.raw`([^[\]()/#]+)(?:\[([^[\]()/#]*)\])?`
const KEY = new RegExp(String.raw`^${NAME}(?:\((\d+)(?:,(\d+))?\))?/${NAME}(?:#(${ATTRIBUTES.join('|')}))?$`, 'i')

/** The address that a key writes; null for a key of 1.6. */
export function addressOf(key: string): SettingAddress | null {
  const found = KEY.exec(key.trim())
  if (!found) return null
  const [, component = '', component_instance, evse, connector, variable = '', variable_instance, attribute] = found
  return {
    component: read(component),
    component_instance: component_instance === undefined ? null : read(component_instance),
    evse: evse === undefined ? null : Number(evse),
    connector: connector === undefined ? null : Number(connector),
    variable: read(variable),
    variable_instance: variable_instance === undefined ? null : read(variable_instance),
    attribute: ATTRIBUTES.find((one) => one.toLowerCase() === attribute?.toLowerCase()) ?? 'Actual',
  }
}
