import { pick, wholeBetween } from '../../../src/fleet/random.ts'
import { begin, bootOf, draw, reading, startOf, statusOf, stopOf } from './firmware.ts'
import type { Gun, StormPile } from './storm-pile.ts'
import type { TrueSession } from './true-session.ts'

/** One thing happens at a pile. */
export async function happen(pile: StormPile): Promise<void> {
  for (const gun of pile.guns) draw(pile, gun)
  if (!pile.online) return pile.chance(40) ? comeBack(pile) : at(pile)
  if (pile.chance(6)) return pile.drop()
  if (pile.chance(4)) return boot(pile)
  if (pile.chance(5)) return strangeStop(pile)
  if (pile.late.length > 0 && pile.chance(25)) return lateStop(pile)
  if (pile.given.clock.kind === 'set_back' && pile.chance(8))
    return pile.given.clock.setBack(pick(pile.random, [4, 9, 40]))
  return at(pile)
}

async function at(pile: StormPile) {
  const gun = pick(pile.random, pile.guns)
  return gun.session ? whileCharging(pile, gun, gun.session) : whileIdle(pile, gun)
}

async function whileIdle(pile: StormPile, gun: Gun) {
  if (pile.chance(20)) return pile.send(statusOf(pile, gun, pick(pile.random, ['Available', 'Preparing', 'Dreaming'])))
  const { session, report } = begin(pile, gun, pile.card())
  const { timestamp } = report.payload() as { timestamp: string }
  // Without its answer it is sent anew: as it was, with a new id, or with the time of then.
  const again = pick(pile.random, ['never', 'never', 'same', 'new_id', 'new_time'] as const)
  if (pile.online && again !== 'never') {
    await pile.deliver({ ...report, answered: () => {} })
    if (pile.chance(50)) pile.drop()
    if (again !== 'same') session.odd.add(again)
    if (again === 'new_id') return pile.send(startOf(pile, session, timestamp))
    if (again === 'new_time') return pile.send(startOf(pile, session, pile.given.clock.tell()))
  }
  await pile.send(report)
  if (pile.chance(60)) await pile.send(statusOf(pile, gun, 'Charging'))
}

async function whileCharging(pile: StormPile, gun: Gun, session: TrueSession) {
  const isAsked = session.status !== null && session.status !== 'Accepted'
  if (isAsked && pile.chance(70)) return end(pile, gun, session, 'Remote')
  const dice = pile.random() * 100
  if (dice < 45) return pile.send(reading(pile, gun, pile.chance(75)))
  if (dice < 52) return intrude(pile, gun, session)
  if (dice < 57) return repeatStart(pile, session)
  if (dice < 65) return pile.send(statusOf(pile, gun, pick(pile.random, ['Charging', 'SuspendedEV', 'Dreaming'])))
  return end(pile, gun, session, 'Local')
}

/** Someone else's card is said to start where a session runs. */
async function intrude(pile: StormPile, gun: Gun, session: TrueSession) {
  const kind = pick(pile.random, ['second', 'blocked', 'unknown', 'own'] as const)
  const { session: intruder, report } = begin(pile, gun, kind, true)
  session.odd.add('intruder')
  await pile.send(report)
  // Some piles end it as they would any: with the register as it is then.
  if (pile.chance(40)) pile.late.push(() => stopOf(pile, intruder, 'Local', session.wh))
}

/** Though it was answered. */
async function repeatStart(pile: StormPile, session: TrueSession) {
  session.odd.add('repeated')
  await pile.send(startOf(pile, session, pile.given.clock.tell()))
}

async function end(pile: StormPile, gun: Gun, session: TrueSession, reason: string) {
  gun.session = null
  session.ended = true
  const stop = stopOf(pile, session, reason)
  const how = pick(pile.random, ['told', 'told', 'told', 'told', 'twice', 'in_vain', 'late', 'lost'] as const)
  if (how === 'lost') session.odd.add('lost')
  if (how === 'late') {
    session.odd.add('late')
    pile.late.push(() => stop)
  }
  if (how === 'in_vain' && pile.online) await pile.sendInVain(stop)
  else if (how !== 'lost' && how !== 'late') await pile.send(stop)
  if (how === 'twice') await pile.send({ ...stop, ...(pile.chance(50) && { id: pile.newId() }) })
  if (pile.chance(50)) await pile.send(statusOf(pile, gun, 'Available'))
}

async function lateStop(pile: StormPile) {
  const [stop] = pile.late.splice(wholeBetween(pile.random, 0, pile.late.length - 1), 1)
  if (stop) await pile.send(stop())
}

async function strangeStop(pile: StormPile) {
  const transactionId = pick(pile.random, [-1, 0, 2_000_000_000])
  const timestamp = pile.given.clock.tell()
  await pile.send(
    pile.tell('StopTransaction', () => ({ transactionId, meterStop: 1, timestamp }), {
      answered: () => void pile.strangeStops++,
    }),
  )
}

/** The power fails: what charged goes on afterwards, is told to have ended, or is forgotten. */
async function boot(pile: StormPile) {
  if (pile.chance(70)) pile.drop()
  pile.given.clock.boot()
  const stops = pile.guns.flatMap((gun) => {
    const { session } = gun
    if (!session) return []
    session.odd.add('booted')
    const fate = pick(pile.random, ['told', 'forgotten', 'goes_on'] as const)
    if (fate === 'goes_on') return []
    gun.session = null
    session.ended = true
    if (fate === 'forgotten') session.odd.add('lost')
    return fate === 'told' ? [stopOf(pile, session, 'PowerLoss')] : []
  })
  if (!pile.online) await pile.connect()
  await pile.send(bootOf(pile))
  for (const gun of pile.guns) await pile.send(statusOf(pile, gun, gun.session ? 'Charging' : 'Available'))
  for (const stop of stops) await pile.send(stop)
}

async function comeBack(pile: StormPile) {
  if (pile.chance(30)) pile.shuffle()
  await pile.connect()
}

/** All that is kept is told, and nothing charges any more. */
export async function calmDown(pile: StormPile): Promise<void> {
  if (!pile.online) await pile.connect()
  for (const gun of pile.guns) {
    const { session } = gun
    gun.session = null
    if (!session) continue
    session.ended = true
    await pile.send(stopOf(pile, session, 'Local'))
  }
  for (const stop of pile.late.splice(0)) await pile.send(stop())
  for (const gun of pile.guns) await pile.send(statusOf(pile, gun, 'Available'))
}
