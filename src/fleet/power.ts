import { connectorLimit_w, type InstalledProfile, pileLimit_w } from './charging-profiles.ts'
import type { Connector } from './connector.ts'
import type { PileModel } from './models.ts'

interface Supply {
  model: PileModel
  profiles: InstalledProfile[]
  connectors: readonly Connector[]
  at: number
  away_ms: number
}

const wanted = (connector: Connector, model: PileModel) => connector.car?.wants_w(model) ?? 0

/**
 * Watts that a pile may deliver at a connector: its share of the electronics (DC piles share them, and what one car
 * leaves goes to the hungrier), within the connector's profiles and its share of the pile's.
 */
export function offer_w(connector: Connector, { model, profiles, connectors, at, away_ms }: Supply): number {
  const active = connectors.filter((other) => other === connector || (other.session && wanted(other, model) > 0))
  const { started_at: since, priority } = connector.session?.transaction ?? {}
  const moment = { connector: connector.id, at, since, priority, away_ms, phases: model.phases }
  const share = model.current === 'AC' ? model.power_w : sharedPower_w(connector, active, model)
  return Math.min(share, connectorLimit_w(profiles, moment), pileLimit_w(profiles, moment) / active.length)
}

function sharedPower_w(connector: Connector, active: readonly Connector[], model: PileModel): number {
  const fair = model.power_w / active.length
  const wants = active.map((other) => wanted(other, model))
  const left = wants.reduce((sum, watts) => sum + Math.max(0, fair - watts), 0)
  const hungry = wants.filter((watts) => watts > fair).length
  return wanted(connector, model) > fair ? fair + left / hungry : fair
}
