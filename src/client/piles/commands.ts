import { useTranslation } from 'react-i18next'
import {
  changeAvailability,
  resetPile,
  startCharging,
  stopCharging,
  triggerMessage,
  unlockConnector,
} from '../../shared/endpoints/piles.ts'
import type { Body, Endpoint } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Sends a command; what becomes of it shows live in the list of commands. True when the server took it. */
async function send<E extends Endpoint>(endpoint: E, body: Body<E>, sent: string): Promise<boolean> {
  try {
    await call(endpoint, body)
    toast(sent, { tone: 'success' })
    return true
  } catch (error) {
    toast(asFailure(error).message, { tone: 'error' })
    return false
  } finally {
    void invalidate('command')
  }
}

/** The commands that people give to a pile, those that hurt after a question. */
export function useCommands(id: number) {
  const { t } = useTranslation('piles')
  const sent = t('command.sent')
  const ask = (
    key: 'stop' | 'reset_soft' | 'reset_hard' | 'inoperative',
    yes: string,
    figures: Record<string, number> = {},
  ) => confirm({ title: t(`command.ask.${key}.title`), text: t(`command.ask.${key}.text`, figures), yes, danger: true })

  return {
    start: (connector_number: number, customer_id: number) =>
      send(startCharging, { id, connector_number, customer_id }, sent),
    async stop(connector_number: number) {
      if (await ask('stop', t('command.stop'), { number: connector_number }))
        await send(stopCharging, { id, connector_number }, sent)
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
