import { reporter } from '../every-version/message.ts'
import { gunOf } from './places.ts'
import { type MeterValue, readingsOf } from './sampled-values.ts'

interface MeterValues {
  evseId: number
  meterValue: MeterValue[]
}

/** Readings of no transaction (J01): of an EVSE that is idle, or of the meter of the whole pile, EVSE 0. */
export const meterValues = reporter<MeterValues>('MeterValues', ({ evseId, meterValue }, caller) => {
  const { events, flag, received_at } = caller
  gunOf(evseId, 1)
  const gun = events.gunAt(evseId)
  const readings = readingsOf(meterValue, flag)
  return {
    answer: {},
    readings: events.measuredIdle({ connector_number: gun, readings, received_at }),
    sign: { shows: 'meter', connector_number: gun },
  }
})
