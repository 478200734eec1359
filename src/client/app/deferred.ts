import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import { deferrable } from '../offline/sending.ts'

/** Every call that may wait for the network: known from the start, so that each page sends what waits. */
export function declareDeferred() {
  deferrable(handleAlarm, ['alarm', 'pile'])
}
