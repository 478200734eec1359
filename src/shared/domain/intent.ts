/** What a pile can be asked to tell. */
export type Report =
  | 'boot'
  | 'heartbeat'
  | 'meter'
  | 'connector'
  | 'firmware'
  | 'signed_firmware'
  | 'diagnostics'
  | 'log'
  | 'certificate'

/** Work on a pile that it tells of step by step. */
export type Maintenance = 'firmware' | 'signed_firmware' | 'diagnostics' | 'log'

/** A card in a pile's own list; blocked or taken out of it. */
export interface ListedCard {
  card_number: string
  is: 'blocked' | 'absent'
}

/**
 * What we ask of a pile, in our words; its protocol says it in its own. Connector 0 is the pile with all that it has, null any
 * connector.
 */
export type Intent =
  | { ask: 'start'; connector_number: number | null; card_number: string }
  | { ask: 'stop'; transaction_id: string }
  | { ask: 'unlock'; connector_number: number }
  | { ask: 'reset'; hard: boolean }
  | { ask: 'set_available'; connector_number: number; available: boolean }
  | { ask: 'report'; report: Report; connector_number: number | null }
  | { ask: 'set_password'; password: string }
  /** Another setting of its own. */
  | { ask: 'configure' }
  | { ask: 'clear_card_cache' }
  | { ask: 'card_list_version' }
  | { ask: 'update_card_list'; version: number; cards: readonly ListedCard[] }
  | ({ ask: 'maintain' } & MaintenanceWork)

export interface MaintenanceWork {
  work: Maintenance
  /** By which the pile tells several of a kind apart; some have none. */
  request: number | undefined
  /** When it may begin (epoch ms), where that is said. */
  times: readonly number[]
  /** All the time that it may be tried again in. */
  retries_ms: number
}

/**
 * How the commands' table names what was asked: by the words that OCPP 1.6 has for it, whatever the pile speaks. A payload there
 * has 1.6's fields (`idTag`, `connectorId`).
 */
export const KEPT = {
  start: 'RemoteStartTransaction',
  reserve: 'ReserveNow',
  cancel_reservation: 'CancelReservation',
} as const
/** Of these the pile's later words mean the newest alone. */
export const KEPT_WITH_LATER_WORDS = [
  'UpdateFirmware',
  'SignedUpdateFirmware',
  'GetDiagnostics',
  'GetLog',
  'ChangeAvailability',
] as const

/** How reports that were kept aside are named there. */
export const KEPT_ASIDE = { readings: 'MeterValues', stop: 'StopTransaction' } as const
export type KeptAside = keyof typeof KEPT_ASIDE
