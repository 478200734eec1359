import { type Refusal, wrongField } from './refusal.ts'

interface Place {
  longitude?: number | null
  latitude?: number | null
}

/** Half a point is none: why it is refused, at the half that is missing; null when nothing is. */
export function halfPlace({ longitude = null, latitude = null }: Place): Refusal | null {
  if ((longitude === null) === (latitude === null)) return null
  return wrongField(longitude === null ? 'longitude' : 'latitude', 'required')
}

export function refuseHalfPlace(place: Place): void {
  const refusal = halfPlace(place)
  if (refusal) throw refusal
}
