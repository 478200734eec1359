import { useTranslation } from 'react-i18next'
import { sendList, sendLists } from '../../shared/endpoints/card-lists.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { confirm } from '../kit/ui/confirm.tsx'

/** Has piles be given their whole list: one at once, many by a campaign. */
export function useSending() {
  const { t } = useTranslation('card_lists')
  const changes = ['card_list', 'campaign']

  return {
    one: (id: number) => doAndSay(() => call(sendList, { id }), { done: t('sending'), changes }),
    async many(ids: number[], done: () => void) {
      const question = { title: t('send_many'), text: t('many_text', { count: ids.length }), yes: t('many_yes') }
      if (!(await confirm(question))) return
      await doAndSay(() => call(sendLists, { ids }), { done: t('many_done'), changes })
      done()
    },
  }
}
