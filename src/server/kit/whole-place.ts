import { wrongField } from './refusal.ts'

interface Place {
  longitude?: number | null
  latitude?: number | null
}

/** Half a point is none: refused at the half that is missing. */
export function refuseHalfPlace({ longitude = null, latitude = null }: Place): void {
  if ((longitude === null) === (latitude === null)) return
  throw wrongField(longitude === null ? 'longitude' : 'latitude', 'required')
}
