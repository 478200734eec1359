import { maybe, oneOf, status, text, whole } from '../../fields.ts'
import { CallError, type Payload } from '../../frame.ts'
import { isoOf } from '../../open-transactions.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import type { DeviceModel } from '../device-model.ts'
import {
  componentWords,
  isOfComponent,
  isVariable,
  mutabilityOf,
  namedIn,
  type Variable,
  variableWords,
} from '../variable.ts'

const MOST_READ = 50
const MOST_SET = 20
const A_REPORT = 40

/** Reading, setting and reporting of variables (B05 to B08). */
export const variableCommands = (pile: Pile, model: DeviceModel): Record<string, CallHandler> => ({
  GetVariables(payload) {
    return {
      payload: { getVariableResult: listOf(payload, 'getVariableData', MOST_READ).map((one) => read(model, one)) },
    }
  },

  SetVariables(payload) {
    const asked = listOf(payload, 'setVariableData', MOST_SET)
    const setVariableResult = asked.map((one) => set(model, one))
    const isKey = setVariableResult.some(
      ({ variable, attributeStatus }) => attributeStatus === 'Accepted' && isPassword(variable as Payload),
    )
    return { payload: { setVariableResult }, ...(isKey && { effect: () => pile.reconnect() }) }
  },

  GetBaseReport(payload) {
    const requestId = whole(payload, 'requestId')
    const base = oneOf(payload, 'reportBase', ['ConfigurationInventory', 'FullInventory', 'SummaryInventory'])
    const all = model.variables
    const wanted =
      base === 'FullInventory' ? all : all.filter(base === 'SummaryInventory' ? isState : ({ write }) => write)
    return status('Accepted', () => report(pile, requestId, wanted))
  },

  GetReport(payload) {
    const requestId = whole(payload, 'requestId')
    const named = payload.componentVariable as Payload[] | undefined
    const criteria = (payload.componentCriteria as string[] | undefined) ?? []
    const wanted = model.variables
      .filter((known) => !named || named.some((one) => isNamed(known, one)))
      .filter((known) => criteria.length === 0 || criteria.some((word) => has(model, known, word)))
    if (wanted.length === 0) return status('EmptyResultSet')
    return status('Accepted', () => report(pile, requestId, wanted))
  },
})

function listOf(payload: Payload, key: string, most: number): Payload[] {
  const list = payload[key]
  if (!Array.isArray(list)) throw new CallError('OccurrenceConstraintViolation', `${key} is missing`)
  // B05.FR.11, B06.FR.16.
  if (list.length > most) throw new CallError('OccurrenceConstraintViolation', `${key} has more than ${most} entries`)
  return list as Payload[]
}

function read(model: DeviceModel, asked: Payload) {
  const { component, variable } = namedIn(asked)
  const attributeType = maybe(text, asked, 'attributeType') ?? 'Actual'
  const told = { component, variable, attributeType }
  const known = model.find({ component, variable })
  if (typeof known === 'string') return { ...told, attributeStatus: known }
  const value = attributeOf(known, attributeType)
  if (value === null) return { ...told, attributeStatus: 'NotSupportedAttributeType' }
  // B06.FR.09.
  if (known.isSecret) return { ...told, attributeStatus: 'Rejected' }
  return { ...told, attributeStatus: 'Accepted', attributeValue: value }
}

function attributeOf(known: Variable, type: string): string | null {
  if (type === 'Actual') return known.read()
  if (type === 'MaxSet' && known.write && known.max !== undefined) return String(known.max)
  return type === 'MinSet' && known.write && known.min !== undefined ? String(known.min) : null
}

function set(model: DeviceModel, asked: Payload): Payload {
  const { component, variable } = namedIn(asked)
  const attributeType = maybe(text, asked, 'attributeType') ?? 'Actual'
  const told = { component, variable, attributeType }
  const known = model.find({ component, variable })
  if (typeof known === 'string') return { ...told, attributeStatus: known }
  if (attributeType !== 'Actual') return { ...told, attributeStatus: 'NotSupportedAttributeType' }
  const value = text(asked, 'attributeValue')
  if (!known.write) return refused(told, 'ReadOnly')
  const attributeStatus = isWithin(known, value) ? known.write(value) : 'Rejected'
  return attributeStatus === 'Rejected' ? refused(told, 'InvalidValue') : { ...told, attributeStatus }
}

const refused = (told: Payload, reasonCode: string) => ({
  ...told,
  ...{ attributeStatus: 'Rejected', attributeStatusInfo: { reasonCode } },
})

/** B05.FR.07, B05.FR.11. */
function isWithin({ type, values, min, max }: Variable, value: string): boolean {
  const words = values?.split(',')
  if (type === 'OptionList') return !words || words.includes(value)
  if (type === 'MemberList' || type === 'SequenceList')
    return !words || listIn(value).every((one) => words.includes(one))
  if (type !== 'integer' && type !== 'decimal') return value.length <= (max ?? 1_000)
  const figure = Number(value)
  return value.trim() !== '' && figure >= (min ?? -Infinity) && figure <= (max ?? Infinity)
}

const listIn = (value: string) => value.split(',').filter(Boolean)
const isPassword = ({ name }: Payload) => name === 'BasicAuthPassword'

/** What a summary has: what there is and how it does (B07.FR.10). */
const isState = ({ variable }: Variable) => ['AvailabilityState', 'Available', 'Problem'].includes(variable)

function isNamed(known: Variable, { component, variable }: Payload): boolean {
  if (!isOfComponent(known, component as Payload)) return false
  return !variable || isVariable(known, variable as Payload)
}

/** A component is told whose variable of the criterion is true; one without that variable, too (B08.FR.08 to 11). */
function has(model: DeviceModel, known: Variable, criterion: string): boolean {
  const found = model.find({ component: componentWords(known), variable: { name: criterion } })
  return typeof found === 'string' ? criterion !== 'Problem' : found.read() === 'true'
}

async function report(pile: Pile, requestId: number, variables: readonly Variable[]) {
  const generatedAt = isoOf(pile.clock.now())
  const parts = Math.ceil(variables.length / A_REPORT)
  for (let seqNo = 0; seqNo < parts; seqNo++) {
    const reportData = variables.slice(seqNo * A_REPORT, (seqNo + 1) * A_REPORT).map(reported)
    const payload = { requestId, generatedAt, seqNo, tbc: seqNo < parts - 1, reportData }
    await pile.reports.tell({ action: 'NotifyReport', payload })
  }
}

function reported(known: Variable): Payload {
  const { type: dataType, unit, min, max, values, isConstant = false, isWatched = false, isSecret } = known
  return {
    component: componentWords(known),
    variable: variableWords(known),
    variableAttribute: [
      {
        ...{ type: 'Actual', mutability: mutabilityOf(known), persistent: true, constant: isConstant },
        ...(!isSecret && { value: known.read() }),
      },
    ],
    variableCharacteristics: {
      ...{ dataType, supportsMonitoring: isWatched },
      ...(unit && { unit }),
      ...(min !== undefined && { minLimit: min }),
      ...(max !== undefined && { maxLimit: max }),
      ...(values && { valuesList: values }),
    },
  }
}
