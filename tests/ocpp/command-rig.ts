import { beforeEach, expect } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import type { NewCommand } from '../../src/server/ocpp/command-store.ts'
import { Commands } from '../../src/server/ocpp/commands.ts'
import type { GatewayDeps } from '../../src/server/ocpp/gateway-deps.ts'
import { GatewayRig, until } from './gateway-rig.ts'

type Asked = Partial<Pick<NewCommand, 'connector_number' | 'payload' | 'asked_by'>> & {
  pile_id: number
  action: string
}

/** A gateway with the commands that go through it. */
export class CommandRig extends GatewayRig {
  commands!: Commands
  /** Commands of which browsers were told. */
  changed: number[] = []
  /** How long effects are awaited in this test. */
  patienceMs = 5_000

  constructor(options: Partial<GatewayDeps> = {}) {
    super(options)
    beforeEach(() => {
      this.patienceMs = 5_000
      this.commands = this.another()
      this.gateway.onHandled(({ id }, sign) => this.commands.sign(id, sign))
      this.gateway.onMovedOut((pile_id) => this.commands.movedOut(pile_id))
      this.gateway.onLateAnswer(({ id }, unique_id, read) => this.commands.lateAnswer(id, unique_id, read))
    })
  }

  /** Those of another start of the server. */
  another() {
    this.changed = []
    return new Commands({
      db: this.db,
      gateway: this.gateway,
      alarms: this.neighbours.alarms,
      live: { changed: (entity, id) => void (entity === 'command' && this.changed.push(id)) },
      log: { error: (facts, message) => this.neighbours.errors.push(`${message} ${JSON.stringify(facts)}`) },
      patience: () => this.patienceMs,
    })
  }

  /** The server starts anew: what it remembered is gone, what is in the database is taken up. */
  async restart() {
    this.commands = this.another()
    await this.commands.resume()
  }

  readonly ask = (asked: Asked, more: { timeoutMs?: number } = {}) =>
    this.commands.ask({ connector_number: null, asked_by: 'Ann', payload: {}, ...asked, ...more })

  readonly row = (id: number) =>
    this.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  readonly untilStatus = (id: number, status: string) => until(async () => (await this.row(id)).status === status)

  /** What a wrong sign would do is done by then. */
  readonly stays = async (id: number, status: string) => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect((await this.row(id)).status).toBe(status)
  }
}

export const status = (pile: ScriptedPile, connectorId: number, status: string) =>
  pile.call('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: new Date().toISOString() })

export const start = (pile: ScriptedPile, connectorId: number, idTag: string, at = Date.now()) =>
  pile.call('StartTransaction', { connectorId, idTag, meterStart: 0, timestamp: new Date(at).toISOString() })

export const boot = (pile: ScriptedPile) =>
  pile.call('BootNotification', { chargePointModel: 'M', chargePointVendor: 'V' })
