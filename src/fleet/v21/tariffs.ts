import { maybe, object, status, text, whole } from '../fields.ts'
import { CallError, type Payload } from '../frame.ts'
import type { DefaultTariff, PileMemory } from '../memory.ts'
import { placeOf } from '../models.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Variable } from '../v201/variable.ts'
import { CONDITIONS, type Tariff } from './tariff-cost.ts'

const MOST_ELEMENTS = 16
const DIMENSIONS = ['energy', 'idleTime'] as const

const settingName = (name: 'Tariff' | 'Cost') => `TariffCostCtrlr.Enabled[${name}]`

/** What it does of tariffs can be switched off. */
export const isOn = ({ configuration }: Pick<PileMemory, 'configuration'>, name: 'Tariff' | 'Cost') =>
  configuration[settingName(name)] !== 'false'

/** Since when one holds, or will (I07.FR.18). */
export const validFrom = ({ tariff }: DefaultTariff): number =>
  Date.parse(String((tariff as { validFrom?: string }).validFrom ?? '1970-01-01T00:00:00Z'))

/** How it says that it reckons by itself. */
export function tariffVariables({ memory }: Pile): Variable[] {
  const component = 'TariffCostCtrlr'
  const constant = (variable: string, instance: string, type: Variable['type'], value: string): Variable => ({
    ...{ component, variable, instance, type, isConstant: true, read: () => value },
  })
  const onOff = (instance: 'Tariff' | 'Cost'): Variable => ({
    ...{ component, variable: 'Enabled', instance, type: 'boolean', read: () => String(isOn(memory, instance)) },
    write(value) {
      if (value !== 'true' && value !== 'false') return 'Rejected'
      memory.configuration[settingName(instance)] = value
      return 'Accepted'
    },
  })
  return [
    constant('Available', 'Tariff', 'boolean', 'true'),
    constant('Available', 'Cost', 'boolean', 'true'),
    ...[onOff('Tariff'), onOff('Cost')],
    constant('MaxElements', 'Tariff', 'integer', String(MOST_ELEMENTS)),
    constant('ConditionsSupported', 'Tariff', 'boolean', 'true'),
    constant('Interval', 'Tariff', 'integer', '60'),
  ]
}

/** Tariffs for all sessions to come (I07, I09, I10). */
export function tariffCommands(pile: Pile): Record<string, CallHandler> {
  const { memory, model } = pile
  const evses = [...new Set(pile.connectors.map(({ id }) => placeOf(model, id).evse))]
  const wanted = (evse: number) => (evse === 0 ? evses : evses.filter((one) => one === evse))
  const requireTariffs = () => {
    if (!isOn(memory, 'Tariff')) throw new CallError('NotSupported', 'tariffs are switched off')
  }
  return {
    SetDefaultTariff(payload) {
      requireTariffs()
      const at = wanted(whole(payload, 'evseId'))
      const asked = object(payload, 'tariff')
      const flaw = at.length === 0 ? 'Rejected' : flawOf(asked, memory)
      if (flaw) return status(flaw)
      const now = pile.clock.now()
      install(memory, { at, tariff: asked as unknown as Tariff, now })
      return status('Accepted')
    },

    GetTariffs(payload) {
      requireTariffs()
      const at = wanted(whole(payload, 'evseId'))
      const held = (memory.tariffs ?? []).filter(({ evse }) => at.includes(evse))
      if (held.length === 0) return status('NoTariff')
      const ids = [...new Set(held.map(({ tariff }) => tariff.tariffId))]
      const tariffAssignments = ids.map((tariffId) => {
        const all = held.filter(({ tariff }) => tariff.tariffId === tariffId)
        const from = (all[0]?.tariff as { validFrom?: string } | undefined)?.validFrom
        const evseIds = all.map(({ evse }) => evse)
        return { tariffId, tariffKind: 'DefaultTariff', evseIds, ...(from && { validFrom: from }) }
      })
      return { payload: { status: 'Accepted', tariffAssignments } }
    },

    ClearTariffs(payload) {
      requireTariffs()
      const ids = payload.tariffIds as string[] | undefined
      const at = wanted(maybe(whole, payload, 'evseId') ?? 0)
      const isMeant = ({ evse, tariff }: DefaultTariff) => at.includes(evse) && (ids?.includes(tariff.tariffId) ?? true)
      const gone = new Set((memory.tariffs ?? []).filter(isMeant).map(({ tariff }) => tariff.tariffId))
      memory.tariffs = (memory.tariffs ?? []).filter((one) => !isMeant(one))
      const results = [...gone].map((tariffId) => ({ tariffId, status: 'Accepted' }))
      return { payload: { clearTariffsResult: results.length > 0 ? results : [{ status: 'NoTariff' }] } }
    },
  }
}

interface Installed {
  at: readonly number[]
  tariff: Tariff
  now: number
}

/** Instead of the one that holds; one that holds later comes beside it (I07.FR.20 to 23). */
function install(memory: PileMemory, { at, tariff, now }: Installed): void {
  const added = at.map((evse): DefaultTariff => ({ evse, tariff }))
  const isLater = added.some((one) => validFrom(one) > now)
  const isReplaced = (one: DefaultTariff) => !isLater && at.includes(one.evse) && validFrom(one) <= now
  memory.tariffs = [...(memory.tariffs ?? []).filter((one) => !isReplaced(one)), ...added]
}

/** Why it is not taken (I07.FR.02 to 05); null where it is. */
function flawOf(tariff: Payload, { tariffs = [], transactions }: PileMemory): string | null {
  const id = text(tariff, 'tariffId')
  const inUse = transactions.filter(({ stopped }) => !stopped).map(({ counted }) => counted?.tariff)
  if ([...tariffs.map((one) => one.tariff), ...inUse].some((one) => one?.tariffId === id)) return 'DuplicateTariffId'
  const others = Object.keys(tariff).filter((name) => !KNOWN.includes(name))
  if (others.length > 0) return 'Rejected'
  for (const dimension of DIMENSIONS) {
    const { prices = [] } = (maybe(object, tariff, dimension) ?? {}) as { prices?: { conditions?: Payload }[] }
    if (prices.length > MOST_ELEMENTS) return 'TooManyElements'
    const asked = prices.flatMap(({ conditions = {} }) => Object.keys(conditions))
    if (asked.some((name) => !CONDITIONS.includes(name))) return 'ConditionNotSupported'
  }
  return null
}

/** What it can reckon with. */
const KNOWN: readonly string[] = ['tariffId', 'currency', 'validFrom', 'description', ...DIMENSIONS]
