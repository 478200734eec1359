import { expect } from 'vitest'
import type { VirtualPileOptions } from '../../src/fleet/virtual-pile.ts'
import { schemas21 } from '../../src/server/ocpp/v21/schemas.ts'
import { schemas201 } from '../../src/server/ocpp/v201/schemas.ts'
import type { Said } from './central.ts'
import { NIGHT, Rig, STATION } from './rig.ts'
import { spokenVersion } from './spoken.ts'

export interface Event {
  eventType: 'Started' | 'Updated' | 'Ended'
  timestamp: string
  triggerReason: string
  seqNo: number
  offline?: boolean
  transactionInfo: {
    transactionId: string
    chargingState?: string
    stoppedReason?: string
    remoteStartId?: number
    transactionLimit?: { maxCost?: number; maxEnergy?: number }
  }
  evse?: { id: number; connectorId: number }
  idToken?: { idToken: string; type: string }
  meterValue?: { sampledValue: { value: number; context?: string; measurand?: string }[] }[]
}

/** Piles of OCPP 2 against a central system that holds each of their messages against the standard. */
export class NumberedFleet extends Rig {
  readonly version: '2.0.1' | '2.1'
  readonly #schemas: typeof schemas21

  constructor(version: '2.0.1' | '2.1' = spokenVersion() === 'ocpp2.1' ? '2.1' : '2.0.1') {
    super()
    this.version = version
    this.#schemas = version === '2.1' ? schemas21 : schemas201
  }

  /** The central system accepts all that it is asked. */
  answer() {
    const accepted = { idTokenInfo: { status: 'Accepted' } }
    Object.assign(this.central.answers, {
      BootNotification: () => ({ status: 'Accepted', currentTime: NIGHT, interval: 600 }),
      Authorize: () => accepted,
      TransactionEvent: ({ idToken }: Record<string, unknown>) => (idToken ? accepted : {}),
    })
  }

  async booted(options: Partial<VirtualPileOptions> = {}) {
    this.answer()
    return await this.bootedPile({ version: this.version, ...options })
  }

  get events(): Event[] {
    return this.central.all('TransactionEvent') as unknown as Event[]
  }

  /** Its sessions, readings aside: what happened, why, and what the car did. */
  get story(): string[] {
    const told = this.events.filter(({ triggerReason }) => triggerReason !== 'MeterValuePeriodic')
    return told.map(({ eventType, triggerReason, transactionInfo: { chargingState, stoppedReason } }) =>
      [eventType, triggerReason, chargingState, stoppedReason].filter(Boolean).join(' '),
    )
  }

  /** Calls the pile; its answer must be as the standard has it. */
  async ask(action: string, payload: Record<string, unknown>): Promise<Record<string, unknown>> {
    expect(this.#mistakes(action, 'req', payload)).toEqual([])
    const answer = (await this.call(action, payload)) as Record<string, unknown>
    expect(Array.isArray(answer) ? answer : this.#mistakes(action, 'conf', answer)).toEqual([])
    return answer
  }

  /** All that the piles said is as the standard has it. */
  expectConforming() {
    const wrong = (this.central.said as Said[]).filter(
      ({ action, payload }) => !this.#schemas.conforms(action, 'req', payload),
    )
    expect(wrong).toEqual([])
    expect(this.central.story(STATION).length).toBeGreaterThan(0)
  }

  #mistakes(action: string, side: 'req' | 'conf', payload: unknown) {
    return this.#schemas.conforms(action, side, payload) ? [] : [{ action, side, payload }]
  }
}
