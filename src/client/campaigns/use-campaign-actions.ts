import { useTranslation } from 'react-i18next'
import {
  type CampaignRow,
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
} from '../../shared/endpoints/campaigns.ts'
import { RETRIED_TARGET } from '../../shared/entities/campaign-target.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'

type Control = typeof pauseCampaign

/** What can be done with a campaign, on its row and on its page. */
export function useCampaignActions() {
  const { t } = useTranslation('campaigns')

  const control = (endpoint: Control, id: number, done: string) =>
    doAndSay(() => call(endpoint, { id }), { done, changes: ['campaign', 'campaign_target'] })

  async function cancel(id: number, left: number) {
    const question = {
      title: t('cancel.title'),
      text: t('cancel.text', { count: left }),
      yes: t('cancel.yes'),
      no: t('cancel.no'),
      danger: true,
    }
    if (await confirm(question)) await control(cancelCampaign, id, t('cancel.done'))
  }

  return ({ id, state, targets }: CampaignRow): Action[] => {
    const bad = RETRIED_TARGET.reduce((sum, each) => sum + targets[each], 0)
    const permission = pauseCampaign.permission
    const all: (Action | false)[] = [
      state === 'running' && {
        ...{ key: 'pause', label: t('pause'), icon: 'pause', permission },
        onPress: () => void control(pauseCampaign, id, t('paused')),
      },
      (state === 'paused' || state === 'stopped') && {
        ...{ key: 'resume', label: t('resume'), icon: 'refresh', permission },
        onPress: () => void control(resumeCampaign, id, t('resumed')),
      },
      bad > 0 && {
        ...{ key: 'retry', label: t('retry', { count: bad }), icon: 'refresh', permission },
        onPress: () => void control(retryCampaign, id, t('retried')),
      },
      (state === 'running' || state === 'paused' || state === 'stopped') && {
        ...{ key: 'cancel', label: t('cancel.short'), icon: 'stop', danger: true, permission },
        onPress: () => void cancel(id, targets.pending),
      },
    ]
    return all.filter((action): action is Action => Boolean(action))
  }
}
