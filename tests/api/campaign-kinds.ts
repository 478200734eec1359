import { expect } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import type { CommandName } from '../../src/shared/commands/index.ts'
import type { FreshDatabase } from '../setup/database.ts'

type Db = FreshDatabase['db']

/** What a pile was asked for and what came of it; it outlives the socket and the server. */
export interface Life {
  station: string
  pile_id: number
  /** How often it was asked for what the campaign brings, by what it is. */
  asked: Map<string, number>
  values: Map<string, string>
  list: { version: number; tags: Set<string> }
  installed: boolean
}

/** A kind of campaign: its row, how its piles behave, and what must hold in the end. */
export interface Kind {
  action: CommandName
  payload: object
  /** So that all kinds are in the middle at the same moment: one needs a call to each pile, another five. */
  at_once: number
  /** To ask twice does harm: one whose answer was lost stays unclear. */
  once?: true
  /** What there is of a pile before the campaign. */
  prepare?(pile_id: number): Promise<unknown>
  behave(pile: ScriptedPile, life: Life, comesBack: () => Promise<void>): void
  /** What its piles speak; OCPP 1.6 unless it says so. */
  protocol?: string
  password?: string
  /** Whether a pile comes over TLS now. */
  secure?(life: Life): boolean
  /** What of a pile is known to be done: it is not to be asked for that again. */
  known(db: Db, campaign_id: number): Promise<{ pile_id: number; what: string }[]>
  /** How it is with a pile that the campaign counts as done. */
  isDone(life: Life): void
  /** How often a pile may be asked for the same at most, after so many kills. */
  most(kills: number): number
}

const ANSWERS_AFTER_MS = 15
export const pause = () => new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER_MS))
export const count = ({ asked }: Life, what: string) => asked.set(what, (asked.get(what) ?? 0) + 1)

export const doneTargets =
  (what: string): Kind['known'] =>
  async (db, campaign_id) => {
    const rows = await db
      .selectFrom('campaign_target')
      .select('pile_id')
      .where('campaign_id', '=', campaign_id)
      .where('state', '=', 'done')
      .execute()
    return rows.map(({ pile_id }) => ({ pile_id, what }))
  }

const cards: Kind = {
  action: 'clear_cards',
  payload: { ask: 'clear_cards' },
  at_once: 1,
  behave(pile, life) {
    pile.onCall('ClearCache', async () => {
      count(life, 'cache')
      await pause()
      return { status: 'Accepted' }
    })
  },
  known: doneTargets('cache'),
  isDone: ({ asked }) => expect(asked.get('cache')).toBeGreaterThan(0),
  most: (kills) => kills + 1,
}

const WANTED = { HeartbeatInterval: '120', ConnectionTimeOut: '90' }
const template: Kind = {
  action: 'configure',
  payload: { expected: Object.entries(WANTED).map(([key, value]) => ({ key, value, tolerance: null, also: [] })) },
  at_once: 12,
  behave(pile, life) {
    pile.onCall('GetConfiguration', async () => {
      await pause()
      const told = Object.keys(WANTED).map((key) => ({ key, value: life.values.get(key) ?? '1', readonly: false }))
      return { configurationKey: told, unknownKey: [] }
    })
    pile.onCall('ChangeConfiguration', async ({ key, value }) => {
      count(life, String(key))
      life.values.set(String(key), String(value))
      await pause()
      return { status: 'Accepted' }
    })
  },
  async known(db, campaign_id) {
    const rows = await db
      .selectFrom('configuration_step as s')
      .innerJoin('campaign_target as t', 't.id', 's.target_id')
      .select(['t.pile_id', 's.key as what'])
      .where('t.campaign_id', '=', campaign_id)
      .where('s.step', '=', 'set')
      .execute()
    return rows
  },
  isDone: ({ values }) => expect(Object.fromEntries(values)).toEqual(WANTED),
  most: (kills) => kills + 1,
}

/** Lists are given by themselves as well, and a whole one twice comes to the same: what counts is what the pile holds. */
const list = (tags: readonly string[]): Kind => ({
  action: 'update_card_list',
  payload: {},
  at_once: 3,
  behave(pile, life) {
    pile.onCall('GetConfiguration', () => ({ configurationKey: [], unknownKey: [] }))
    pile.onCall('GetLocalListVersion', () => ({ listVersion: life.list.version }))
    pile.onCall('SendLocalList', async ({ listVersion, updateType, localAuthorizationList = [] }) => {
      if (updateType === 'Full') life.list.tags.clear()
      else if (Number(listVersion) <= life.list.version) return { status: 'VersionMismatch' }
      life.list.version = Number(listVersion)
      for (const { idTag } of localAuthorizationList as { idTag: string }[]) life.list.tags.add(idTag.toUpperCase())
      await pause()
      return { status: 'Accepted' }
    })
  },
  known: async () => [],
  isDone: ({ list: held }) => expect([...held.tags].sort()).toEqual([...tags].sort()),
  most: () => 0,
})

interface Update {
  payload?: object
  /** What it is asked for, what it answers, and by what it tells how far it is. */
  call: string
  answer: object
  tells: string
  words: readonly string[]
}

/** A pile that is asked twice may begin anew in the middle of writing: that would do harm. */
const updates = ({ payload, call, answer, tells, words }: Update): Kind => ({
  action: 'update_firmware',
  once: true,
  payload: {
    ...{ location: 'http://192.0.2.1/f.bin', retries: null, retry_seconds: null, at: null, version: '2.0' },
    ...payload,
  },
  at_once: 5,
  behave(pile, life) {
    const tell = async () => {
      for (const status of words) {
        await pause()
        await pile.call(tells, { status, ...numberOf(life) }).catch(() => {})
      }
      life.installed = true
    }
    // Slowly: at every kill some have begun whose answer the server never had.
    pile.onCall(call, async ({ requestId }) => {
      count(life, 'firmware')
      if (requestId !== undefined) life.values.set('request', String(requestId))
      for (let pauses = 0; pauses < 10; pauses++) await pause()
      void tell()
      return { ...answer }
    })
    // It was at it when the server went: it says how that ended when it is back.
    if (life.asked.get('firmware')) void tell()
  },
  known: doneTargets('firmware'),
  isDone: ({ asked, installed }) => expect([asked.get('firmware'), installed]).toEqual([1, true]),
  most: () => 1,
})

/** By it a pile tells of which signed update it speaks. */
const numberOf = ({ values }: Life) => (values.has('request') ? { requestId: Number(values.get('request')) } : {})

const firmware = updates({
  ...{ call: 'UpdateFirmware', answer: {}, tells: 'FirmwareStatusNotification' },
  words: ['Downloading', 'Downloaded', 'Installing', 'Installed'],
})

/** As the security whitepaper has it (L01): the pile checks the signature before it installs. */
export const signedFirmware = updates({
  payload: { signing: { certificate: 'none', signature: 'none' } },
  ...{ call: 'SignedUpdateFirmware', answer: { status: 'Accepted' }, tells: 'SignedFirmwareStatusNotification' },
  words: ['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'Installed'],
})

export const kindsOf = (tags: readonly string[]): Kind[] => [cards, template, list(tags), firmware]
