import { messagesOf } from '../every-version/messages.ts'
import type { Protocol } from '../protocol.ts'
import { messages } from '../v201/messages.ts'
import { STATION, version2 } from '../v201/protocol.ts'
import { reportChargingProfiles } from '../v201/report-charging-profiles.ts'
import { NEWER_USES } from '../v201/roots.ts'
import { read } from './call-intents.ts'
import { WORDS } from './charging-profiles.ts'
import { costWay21 } from './costs.ts'
import { examples } from './examples.ts'
import { SAY } from './intents.ts'
import { notifyPriorityCharging } from './notify-priority-charging.ts'
import { payments } from './payments.ts'
import { pullDynamicScheduleUpdate } from './pull-dynamic-schedule-update.ts'
import { schemas21 as schemas } from './schemas.ts'
import { tariffReply } from './tariffs.ts'
import { transactionEvent } from './transaction-event.ts'
import { unserved } from './unserved.ts'

const said = version2({
  name: 'ocpp2.1',
  schemas,
  messageOf: messagesOf(schemas, STATION, [
    ...messages,
    ...unserved,
    ...payments,
    transactionEvent,
    notifyPriorityCharging,
    pullDynamicScheduleUpdate,
    reportChargingProfiles(WORDS),
  ]),
  words: SAY,
  read,
  uses: NEWER_USES,
  examples,
})

/** OCPP 2.1: what it says as 2.0.1 does stands there. */
export const v21: Protocol = {
  ...said,
  replyOf: (action, answer) => tariffReply(action, answer) ?? said.replyOf(action, answer),
  refusesAnswers: true,
  costWay: costWay21,
}
