import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { stationNumber } from '../../shared/domain/station-number.ts'
import { pileLabels } from '../../shared/endpoints/labels.ts'
import { pileMonitors } from '../../shared/endpoints/monitors.ts'
import { offlineByPile } from '../../shared/endpoints/offline-piles.ts'
import { pileSettings, settingHistory } from '../../shared/endpoints/pile-settings.ts'
import { adoptPile, generateStationNumber, pileSeries, pileView, setAsideList } from '../../shared/endpoints/piles.ts'
import { lookAtPile } from '../../shared/endpoints/rounds.ts'
import { siteWalk } from '../../shared/endpoints/site-walk.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Database } from '../kit/database/tables.ts'
import { monitorsOf } from '../kit/monitors-of.ts'
import { serve } from '../kit/serve.ts'
import { adopt } from './adopt.ts'
import { callRoutes } from './call-route.ts'
import { commandRoutes } from './command-routes.ts'
import type { Resolvers } from './intents.ts'
import { labelsOf } from './labels.ts'
import { newPasswordRoute } from './new-password.ts'
import { offlineByPileOf } from './offline-by-pile.ts'
import { seriesOf } from './pile-series.ts'
import { viewPile } from './pile-view.ts'
import type {
  AskDiagnostics,
  CallExamples,
  CallForm,
  CanAsk,
  PileCommands,
  PileReading,
  ReadCall,
  Sockets,
} from './ports.ts'
import { historyOf, settingsOf } from './settings.ts'
import { look, walkOf } from './site-walk.ts'

/** A pile's reports that belonged to no open order, newest first. */
async function setAsidePage(
  db: Kysely<Database>,
  query: Parsed<typeof setAsideList>,
): Promise<Data<typeof setAsideList>> {
  const { id, page_num: page, page_size: pageSize } = query
  const mine = db.selectFrom('set_aside').where('pile_id', '=', id)
  const [rows, { total }] = await Promise.all([
    mine
      .select(['id', 'action', 'reason', 'payload', 'received_at', 'times', 'last_received_at'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { total, page, pageSize, rows, summary: {} }
}

export interface PilesPorts {
  sockets: Sockets
  commands: PileCommands
  campaigns: StartCampaign
  reading: PileReading
  readCall: ReadCall
  canAsk: CanAsk
  callExamples: CallExamples
  callForm: CallForm
  askDiagnostics: AskDiagnostics
  /** What other features make of what is said with a command. */
  others: Resolvers
  /** OCPP_AUTH */
  auth: 'required' | 'optional'
}

/** Everything of piles that is not the entity's plain calls. */
export function pileRoutes(app: FastifyInstance, ports: PilesPorts): void {
  const { sockets, commands, canAsk, auth } = ports
  serve(app, pileView, (named, context) => viewPile(context, named, canAsk))
  serve(app, pileSeries, (place, { db }) => seriesOf(db, place))
  serve(app, pileLabels, (asked, context) => labelsOf(context, asked))
  serve(app, setAsideList, (query, { db }) => setAsidePage(db, query))
  serve(app, pileSettings, ({ id }, { db }) => settingsOf(db, id))
  serve(app, pileMonitors, ({ id }, { db }) => monitorsOf(db, id))
  serve(app, settingHistory, ({ id, key }, { db }) => historyOf(db, id, key))
  serve(app, generateStationNumber, async (_, { db }) => ({ station_number: await freeStationNumber(db) }))
  serve(app, offlineByPile, (body, context) => offlineByPileOf(context, body))
  serve(app, siteWalk, (body, context) => walkOf(context, body))
  serve(app, lookAtPile, async (said, context) => {
    context.afterCommit(() => app.kit.changed('pile', said.id))
    return look(said, context)
  })
  newPasswordRoute(app, commands, sockets)
  serve(app, adoptPile, async (body, context) => {
    const adopted = await adopt(body, context, { auth, sockets })
    context.afterCommit(() => app.kit.changed('pile', adopted.id))
    return adopted
  })
  commandRoutes(app, ports)
  callRoutes(app, ports)
}

async function freeStationNumber(db: Kysely<Database>): Promise<string> {
  for (;;) {
    const station_number = stationNumber((below) => randomInt(below))
    const taken = await db
      .selectFrom('pile')
      .select('id')
      .where('station_number', '=', station_number)
      .executeTakeFirst()
    if (!taken) return station_number
  }
}
