import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { AlarmBook } from '../alarms/alarm-book.ts'
import { Payers } from '../cards/payers.ts'
import { StaleCaches } from '../cards/stale-caches.ts'
import type { Database } from '../kit/database/tables.ts'
import { Commands } from '../ocpp/commands.ts'
import { Gateway } from '../ocpp/gateway.ts'
import type { Live } from '../ocpp/ports.ts'
import { Sessions } from '../orders/sessions.ts'
import { setAside } from '../orders/set-aside.ts'
import { keepPassword } from '../piles/keep-password.ts'
import type { Chores } from './chores.ts'
import type { Metrics } from './metrics.ts'

interface Needs {
  db: Kysely<Database>
  pool: pg.Pool
  live: Live
  log: Logger
  auth: 'required' | 'optional'
  frameDays: number
}

export interface PileSide {
  gateway: Gateway
  commands: Commands
  caches: StaleCaches
  sessions: Sessions
  /** From here on piles are let in. */
  start(): Promise<void>
}

/** The sockets of piles and what stands behind them: sessions, cards, alarms, commands. */
export function pileSide({ db, pool, live, log, auth, frameDays }: Needs): PileSide {
  const payers = new Payers(db)
  const alarms = new AlarmBook(db, live)
  const aside = setAside(db)
  const sessions = new Sessions({
    db,
    payers,
    setAside: aside,
    live,
    log,
    remoteStop: (pile_id, transaction_id) => commands.remoteStop(pile_id, transaction_id),
  })
  const gateway = new Gateway({ pool, sessions, cards: payers, alarms, setAside: aside, live, log, auth, frameDays })
  const passwordTaken = (id: number, password: string) => keepPassword(db, id, password)
  const commands = new Commands({ db, gateway, alarms, live, log, passwordTaken })
  gateway.onHandled((pile, sign) => commands.sign(pile.id, sign))
  const caches = new StaleCaches({
    ...{ db, log },
    connected: (pile_id) => gateway.connected(pile_id),
    clearCache: (pile_id, asked_by) => commands.clearCache(pile_id, asked_by),
  })
  gateway.onHandled((pile, { action }) => caches.heard(pile.id, action))
  return {
    gateway,
    commands,
    caches,
    sessions,
    start: async () => {
      await alarms.load()
      await caches.load()
      await gateway.start()
      await commands.resume()
    },
  }
}

/** What goes on by itself behind the piles' messages. */
export function pileChores(chores: Chores, { sessions }: PileSide): void {
  chores.every(500, 'write what sessions cost so far', () => sessions.writeFigures())
  chores.every(5_000, 'settle what no message will settle', () => sessions.sweep())
  chores.every(60_000, 'hold orders that lost their stop', () => sessions.sweepForgotten())
}

export function pileMetrics(metrics: Metrics, { gateway }: PileSide): void {
  const { counters } = gateway
  metrics.gauge('piles_connected', 'Piles that have a socket', () => gateway.size)
  metrics.counter('pile_frames', 'Frames received from piles', () => counters.frames)
  metrics.counter('pile_calls_refused', 'Calls of piles that were answered with an error', () => counters.refused)
  metrics.counter('pile_connections_rejected', 'Piles that were not let in', () => counters.rejected)
  metrics.counter('pile_reports', 'Reports of piles that were stored before their answer', () => counters.reports)
}
