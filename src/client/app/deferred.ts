import { actOnAlarm, handleAlarm } from '../../shared/endpoints/alarms.ts'
import { notePlate, sayOfBerth } from '../../shared/endpoints/berths.ts'
import { addInspectionPhoto, answerInspection } from '../../shared/endpoints/inspections.ts'
import { addAlarmPhoto } from '../../shared/endpoints/photos.ts'
import { lookAtPile } from '../../shared/endpoints/rounds.ts'
import { addWorkOrderPhoto, saveWorkOrder } from '../../shared/endpoints/work-orders.ts'
import { deferrable } from '../offline/sending.ts'

/** Every call that may wait for the network: each page sends what waits, whichever page it was said on. */
export function declareDeferred() {
  deferrable(handleAlarm, ['alarm', 'pile'])
  deferrable(actOnAlarm, ['alarm'])
  deferrable(addAlarmPhoto, ['alarm'])
  deferrable(saveWorkOrder, ['work_order'])
  deferrable(addWorkOrderPhoto, ['work_order'])
  deferrable(answerInspection, ['inspection', 'work_order'])
  deferrable(addInspectionPhoto, ['inspection', 'work_order'])
  deferrable(lookAtPile, ['pile'])
  deferrable(notePlate, ['berth'])
  deferrable(sayOfBerth, ['berth'])
}
