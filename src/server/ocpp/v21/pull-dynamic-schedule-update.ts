import { handler } from '../every-version/message.ts'

interface PullDynamicScheduleUpdate {
  chargingProfileId: number
}

/**
 * The pile asks for the present limit of a dynamic profile that it holds (K28.FR.07); of one that is none of ours, that it does not hold, or that is not
 * dynamic it is told so (K28.FR.12).
 */
export const pullDynamicScheduleUpdate = handler<PullDynamicScheduleUpdate>(
  'PullDynamicScheduleUpdate',
  async ({ chargingProfileId }, { events }) => {
    const limit = await events.limitNow(chargingProfileId)
    return limit === null
      ? { status: 'Rejected', statusInfo: { reasonCode: 'InvalidProfile' } }
      : { status: 'Accepted', scheduleUpdate: { limit } }
  },
)
