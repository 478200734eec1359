import { parseArgs } from 'node:util'
import { Fleet, type FleetMember, type FleetState } from './fleet.ts'
import { type PileModel, pileModels } from './models.ts'
import { HandshakeRefused } from './refusal.ts'
import { type VersionName, versionNames } from './virtual-pile.ts'

const USAGE = `Virtual charge points that speak OCPP 1.6J, 2.0.1 or 2.1 to any central system.

  npm run fleet -- --url ws://127.0.0.1:8080/ocpp [options]

  --url URL         address of the central system; the station number is appended (required)
  --piles N         how many (20)
  --prefix TEXT     station numbers are TEXT-0001, TEXT-0002, ... (SIM)
  --first N         the first station's number (1)
  --connectors N    connectors of each pile (2)
  --type NAME       ${Object.keys(pileModels).join(', ')} or mixed (mixed)
  --version NAME    of OCPP: ${versionNames.join(', ')}, or mixed: every third pile speaks 2.0.1 or 2.1, in turn (1.6)
  --evses LIST      2.0.1 and 2.1: connectors of each EVSE, as 2 or 1,1,1, instead of --connectors
  --tags A,B        cards that people show (TAG-0001)
  --password TEXT   HTTP Basic password of every pile (none)
  --speed N         cars and stays are N times smaller; meters and clocks stay true (1)
  --seconds N       stop after N seconds (runs until Ctrl-C)
  --busy PERCENT    how much of the time connectors are in use, about (60)
  --any-certificate accept a wss:// certificate that nobody vouches for
  --faults          faults, lost networks, updates and uploads that fail happen now and then
  --gaps            2.0.1 and 2.1: events of sessions get lost while a pile is offline, come in another order, and twice
  --resumes         2.0.1 and 2.1: sessions go on after a loss of power, which every pile has about once an hour
  --answer A=WORD   every pile answers this action so, whatever it is asked: SendLocalList=Failed, ReserveNow=Occupied;
                    A=silent: it never answers; A=unknown: it has no such call. Several times for several actions
  --loses-list      a pile's list of cards does not outlive a reset
  --loses-messages  2.0.1 and 2.1: nor do the messages on its screen
`

const options = {
  url: { type: 'string' },
  piles: { type: 'string', default: '20' },
  prefix: { type: 'string', default: 'SIM' },
  first: { type: 'string', default: '1' },
  connectors: { type: 'string', default: '2' },
  type: { type: 'string', default: 'mixed' },
  version: { type: 'string', default: '1.6' },
  evses: { type: 'string' },
  gaps: { type: 'boolean', default: false },
  resumes: { type: 'boolean', default: false },
  tags: { type: 'string', default: 'TAG-0001' },
  password: { type: 'string' },
  speed: { type: 'string', default: '1' },
  seconds: { type: 'string' },
  busy: { type: 'string', default: '60' },
  faults: { type: 'boolean', default: false },
  answer: { type: 'string', multiple: true },
  'loses-list': { type: 'boolean', default: false },
  'loses-messages': { type: 'boolean', default: false },
  'any-certificate': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Settings = ReturnType<typeof readSettings>

class BadUsage extends Error {}

function readSettings(argv: string[]) {
  const { values } = parseArgs({ args: argv, options })
  if (values.help || !values.url) throw new BadUsage(values.help ? '' : '--url is missing')
  if (!/^wss?:\/\//.test(values.url)) throw new BadUsage(`--url ${values.url} is not a ws:// or wss:// address`)
  const number = (
    name: 'piles' | 'first' | 'connectors' | 'speed' | 'seconds' | 'busy',
    least: number,
    most: number,
  ) => {
    const value = Number(values[name])
    if (!(value >= least && value <= most))
      throw new BadUsage(`--${name} ${values[name]} is not in ${least} to ${most}`)
    return value
  }
  const version = versionOf(values.version)
  for (const name of ['evses', 'gaps', 'resumes'] as const)
    if (values[name] && version === '1.6') throw new BadUsage(`--${name} is of 2.0.1 and 2.1 alone: choose a --version`)
  if (values.type !== 'mixed' && !(values.type in pileModels)) throw new BadUsage(`--type ${values.type} is not known`)
  return {
    version,
    evses: values.evses === undefined ? undefined : evsesOf(values.evses),
    gaps: values.gaps,
    resumes: values.resumes,
    url: values.url,
    prefix: values.prefix,
    password: values.password,
    type: values.type,
    tags: values.tags.split(',').filter(Boolean),
    faults: values.faults,
    answers: (values.answer ?? []).map(answerOf),
    losesList: values['loses-list'],
    losesMessages: values['loses-messages'],
    anyCertificate: values['any-certificate'],
    piles: number('piles', 1, 20_000),
    first: number('first', 0, 1e9),
    connectors: number('connectors', 1, MOST_CONNECTORS),
    speed: number('speed', 1, 1_000),
    busy: number('busy', 1, 95),
    seconds: values.seconds === undefined ? undefined : number('seconds', 1, 1e6),
  }
}

function versionOf(given: string): VersionName | 'mixed' {
  const name = ([...versionNames, 'mixed'] as const).find((known) => known === given)
  if (!name) throw new BadUsage(`--version ${given} is not ${versionNames.join(', ')} or mixed`)
  return name
}

function evsesOf(given: string): number[] {
  const many = given.split(',').map(Number)
  if (many.every((count) => Number.isInteger(count) && count >= 1) && sumOf(many) <= MOST_CONNECTORS) return many
  throw new BadUsage(`--evses ${given} is not a list of numbers of connectors, as 2 or 1,1,1`)
}

const MOST_CONNECTORS = 16
const sumOf = (many: readonly number[]) => many.reduce((sum, count) => sum + count, 0)

function answerOf(given: string): [string, string] {
  const [action, word] = given.split('=')
  if (!action || !word) throw new BadUsage(`--answer ${given} is not ACTION=WORD`)
  return [action, word]
}

/** Of a mixed fleet, again and again. */
const MIXED: readonly VersionName[] = ['2.0.1', '1.6', '1.6', '2.1', '1.6', '1.6']

function membersOf({ piles, prefix, first, connectors, type, password, version, evses }: Settings): FleetMember[] {
  const all = Object.values<PileModel>(pileModels)
  return Array.from({ length: piles }, (_, index) => {
    const chosen = type === 'mixed' ? all[index % all.length] : pileModels[type as keyof typeof pileModels]
    const spoken = version === 'mixed' ? (MIXED[index % MIXED.length] ?? '1.6') : version
    const guns = evses && spoken !== '1.6' ? { evses, connectors: sumOf(evses) } : { connectors }
    const model = { ...(chosen ?? pileModels.ac7), ...guns }
    return { station: `${prefix}-${String(first + index).padStart(4, '0')}`, model, password, version: spoken }
  })
}

/** Tells each reason once with the station that met it first, and how many met it. */
function refusalTeller() {
  const stations = new Map<string, Set<string>>()
  return (station: string, error: Error) => {
    const what =
      error instanceof HandshakeRefused ? `the server refused: ${error.message}` : `no connection: ${error.message}`
    const met = stations.get(what) ?? new Set()
    stations.set(what, met.add(station))
    if (met.size === 1)
      console.error(`${station}: ${what}${hint(error)} (others with the same answer are only counted)`)
    else if (met.size % 100 === 0) console.error(`${met.size} stations: ${what}`)
  }
}

function hint(error: Error): string {
  if (!(error instanceof HandshakeRefused)) return ''
  if (error.status === 401) return '. Give the pile its password with --password'
  if (error.status === 404) return '. Is the station number known there, and the path of --url right?'
  return ''
}

function line(state: FleetState, messages: number): string {
  const power = `${(state.power_w / 1000).toFixed(1)} kW`
  const energy = `${(state.energy_wh / 1000).toFixed(2)} kWh`
  return `${state.connected}/${state.piles} connected, ${state.charging} charging ${power}, ${messages.toFixed(1)} messages/s, ${energy}`
}

const EVERY_MS = 5_000
const GAPS = { losesEvents: 0.2, shufflesEvents: 0.5, repeatsEvents: 0.1 }
const FAULTS = { fault_hours: 8, offline_hours: 6 }
const POWER_LOSSES = { power_hours: 1 }

/** What the settings have the piles do otherwise than they should; gaps, and sessions that go on, are of OCPP 2 alone. */
function misbehave({ piles }: Fleet, members: readonly FleetMember[], settings: Settings) {
  for (const [index, { wrong }] of piles.entries()) {
    const isNumbered = members[index]?.version !== '1.6'
    wrong.losesList = settings.losesList
    wrong.losesMessages = settings.losesMessages
    wrong.resumes = settings.resumes && isNumbered
    if (settings.gaps && isNumbered) Object.assign(wrong, GAPS)
    for (const [action, word] of settings.answers) wrong.answers.set(action, word)
  }
}

function run(settings: Settings) {
  const { url, tags, speed, busy, faults, resumes, anyCertificate } = settings
  const members = membersOf(settings)
  const stay_minutes = 60
  const pause_minutes = () => (stay_minutes * (100 - busy)) / busy
  const drivers = { random: Math.random, tags, speed, pause_minutes }
  const rates = { ...(faults && FAULTS), ...(resumes && POWER_LOSSES) }
  const fleet = new Fleet({
    url,
    anyCertificate,
    members,
    drivers,
    refused: refusalTeller(),
    ...((faults || resumes) && { faults: rates }),
  })
  misbehave(fleet, members, settings)
  fleet.start()
  let before = 0
  const telling = setInterval(() => {
    const state = fleet.state()
    console.log(line(state, ((state.sent - before) * 1_000) / EVERY_MS))
    before = state.sent
  }, EVERY_MS)
  const stop = async () => {
    clearInterval(telling)
    console.log(`stopping: ${line(fleet.state(), 0)}`)
    await fleet.stop()
    process.exit(fleet.state().sent > 0 ? 0 : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  if (settings.seconds) setTimeout(stop, settings.seconds * 1_000)
}

try {
  run(readSettings(process.argv.slice(2)))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message ? `${message}\n\n${USAGE}` : USAGE)
  process.exit(message ? 2 : 0)
}
