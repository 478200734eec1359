import type { Payload } from '../frame.ts'
import type { SessionLimit } from '../session-limit.ts'
import type { LimitWords } from '../v201/dialect.ts'
import type { Variable } from '../v201/variable.ts'

const figure = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** What a transaction may come to (E16). The central system counts the cost (E16.FR.15), the pile the energy, in whole Wh. */
export const limits: LimitWords = {
  read({ transactionLimit }) {
    const { maxCost, maxEnergy } = (transactionLimit ?? {}) as Payload
    const [cost, energy] = [figure(maxCost), figure(maxEnergy)]
    const limit = { cost, energy_wh: energy === undefined ? undefined : Math.floor(energy) }
    const hasLimit = cost !== undefined || energy !== undefined
    return hasLimit ? { limit } : {}
  },
  say: ({ cost, energy_wh }: SessionLimit) => ({
    transactionLimit: {
      ...(cost !== undefined && { maxCost: cost }),
      ...(energy_wh !== undefined && { maxEnergy: energy_wh }),
    },
  }),
  set: 'LimitSet',
  reached: { cost: 'CostLimitReached', energy: 'EnergyLimitReached' },
}

/** Which of them the pile keeps to (E16.FR.12). */
export const supportedLimits: Variable = {
  ...{ component: 'TxCtrlr', variable: 'SupportedLimits', type: 'MemberList', isConstant: true },
  values: 'maxCost,maxEnergy,maxTime,maxSoC',
  read: () => 'maxCost,maxEnergy',
}
