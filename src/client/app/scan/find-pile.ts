import { pileView } from '../../../shared/endpoints/piles.ts'
import { call } from '../../kit/api/call.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'
import { copiesOf } from '../../offline/copies.ts'

/** The identity of the pile with this station number; without a network, as the copies on this device know it. Throws a `Failure`. */
export async function pileAt(station: string): Promise<number> {
  try {
    const { pile } = await call(pileView, { station_number: station })
    return Number(pile.id)
  } catch (error) {
    const userId = store.get(personAtom)?.user.userId
    if (asFailure(error).kind !== 'silent' || userId === undefined) throw error
    const id = idIn(await copiesOf(userId), station)
    if (id === null) throw error
    return id
  }
}

/** Answers that show a pile do so at different depths. */
function idIn(answer: unknown, station: string): number | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (isPile(answer) && answer.station_number === station) return answer.id
  for (const part of Object.values(answer)) {
    const id = idIn(part, station)
    if (id !== null) return id
  }
  return null
}

const isPile = (found: object): found is { id: number; station_number: string } =>
  'station_number' in found && 'pile_type_id' in found
