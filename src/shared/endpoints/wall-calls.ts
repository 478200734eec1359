import { pile } from '../entities/pile.ts'
import { pileRanking } from '../entities/pile-ranking.ts'
import { site } from '../entities/site.ts'
import type { Endpoint } from '../kit/endpoint.ts'
import { type Action, type Entity, permissionOf } from '../kit/entity.ts'
import { dashboard } from './dashboard.ts'
import { offlinePiles, powerBefore, prepaidBalances, SEES_PREPAID } from './dashboard-parts.ts'
import { dictionaryGet } from './dictionary-values.ts'
import { pileView } from './piles.ts'
import { mapSource, sitesNow, siteToday } from './sites.ts'
import { statistics } from './statistics.ts'

type Call = Pick<Endpoint, 'method' | 'path' | 'permission'>

const plain = (entity: Entity, call: 'list' | 'options'): Call => ({
  method: call === 'list' ? entity.listBy : 'POST',
  path: `${entity.path}/${entity.calls[call]}`,
  permission: permissionOf(entity, 'list' satisfies Action),
})

/** All that a screen on a wall may call, whatever its role allows: what the widgets ask. None of them changes anything or gives a file. */
export const WALL_CALLS: readonly Call[] = [
  ...[dashboard, powerBefore, offlinePiles, prepaidBalances, statistics],
  ...[sitesNow, siteToday, pileView, dictionaryGet, mapSource],
  ...[plain(pileRanking, 'list'), plain(site, 'options'), plain(pile, 'list')],
]

/** What makes figures of the widgets others, so that a screen hears of it; it may call none of these. */
const HEARS = ['alarm.list', 'rejected_connection.list', 'order.list']

/** The permissions of a role that hold for a screen on a wall: others give it nothing. */
const LOOKS: ReadonlySet<string> = new Set([
  ...WALL_CALLS.map(({ permission }) => permission),
  ...SEES_PREPAID,
  ...HEARS,
])

export const forWalls = (permissions: readonly string[]): string[] =>
  [...LOOKS].filter((code) => code !== 'signed_in' && (permissions.includes('*') || permissions.includes(code)))

const named = new Set(WALL_CALLS.map(({ method, path }) => `${method} ${path}`))

/** Whether a screen on a wall may call this route, as it stands below the API base. */
export const isForWalls = (method: string, path: string): boolean => named.has(`${method} ${path}`)
