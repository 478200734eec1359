import { useTranslation } from 'react-i18next'
import {
  changeAvailability,
  resetPile,
  startCharging,
  stopCharging,
  triggerMessage,
  unlockConnector,
} from '../../shared/endpoints/piles.ts'
import type { Command } from '../../shared/entities/command.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

type Commanding =
  | typeof startCharging
  | typeof stopCharging
  | typeof unlockConnector
  | typeof resetPile
  | typeof changeAvailability
  | typeof triggerMessage

type Outcome = (command: Command) => { text: string; tone: 'success' | 'error' }

/** Sends a command and says how the pile took it; what becomes of it shows live in the list of commands. True when the server took it. */
async function send<E extends Commanding>(endpoint: E, body: Body<E>, outcome: Outcome): Promise<boolean> {
  try {
    const { command } = (await call(endpoint, body)) as { command: Command }
    const { text, tone } = outcome(command)
    toast(text, { tone })
    return true
  } catch (error) {
    toast(asFailure(error).message, { tone: 'error' })
    return false
  } finally {
    void invalidate('command')
  }
}

/** The pile's word for its refusal: the status of its answer, or the code of its error. */
function refusalIn(answer: string | null): string {
  const { status, code } = JSON.parse(answer ?? '{}') as { status?: string; code?: string }
  return status ?? code ?? ''
}

/** The commands that people give to a pile, those that hurt after a question. */
export function useCommands(id: number) {
  const { t } = useTranslation('piles')
  const sent: Outcome = ({ status, answer }) => {
    if (status === 'refused') return { text: t('command.refused_by_pile', { code: refusalIn(answer) }), tone: 'error' }
    if (status === 'not_connected') return { text: t('command.not_connected'), tone: 'error' }
    if (status === 'timed_out') return { text: t('command.no_answer'), tone: 'error' }
    if (status === 'failed') return { text: t('command.failed', { code: refusalIn(answer) }), tone: 'error' }
    if (status === 'unclear' || status === 'not_sent') return { text: t(`command.${status}`), tone: 'error' }
    return { text: t('command.sent'), tone: 'success' }
  }
  const ask = (
    key: 'stop' | 'reset_soft' | 'reset_hard' | 'inoperative',
    yes: string,
    figures: Record<string, number> = {},
  ) => confirm({ title: t(`command.ask.${key}.title`), text: t(`command.ask.${key}.text`, figures), yes, danger: true })

  return {
    start: (connector_number: number, customer_id: number) =>
      send(startCharging, { id, connector_number, customer_id }, sent),
    async stop(connector_number: number, order_id?: number) {
      if (await ask('stop', t('command.stop'), { number: connector_number }))
        await send(stopCharging, { id, connector_number, ...(order_id && { order_id }) }, sent)
    },
    unlock: (connector_number: number) => send(unlockConnector, { id, connector_number }, sent),
    async reset(type: 'Soft' | 'Hard') {
      const key = type === 'Soft' ? 'reset_soft' : 'reset_hard'
      if (await ask(key, t(`command.${key}`))) await send(resetPile, { id, type }, sent)
    },
    async availability(connector_number: number, type: 'Operative' | 'Inoperative') {
      if (type === 'Inoperative' && !(await ask('inoperative', t('command.inoperative')))) return
      await send(changeAvailability, { id, connector_number, type }, sent)
    },
    trigger: (message: Body<typeof triggerMessage>['message'], connector_number?: number) =>
      send(triggerMessage, { id, message, ...(connector_number !== undefined && { connector_number }) }, sent),
  }
}
