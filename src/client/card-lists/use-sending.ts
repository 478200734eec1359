import { useTranslation } from 'react-i18next'
import { sendList, sendLists } from '../../shared/endpoints/card-lists.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { invalidate } from '../kit/api/queries.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Has piles be given their whole list: one at once, many by a campaign. */
export function useSending() {
  const { t } = useTranslation('card_lists')

  async function told(work: Promise<unknown>, done: string) {
    try {
      await work
      toast(done, { tone: 'success' })
    } catch (error) {
      toast(asFailure(error).message, { tone: 'error' })
    }
    for (const entity of ['card_list', 'campaign']) void invalidate(entity)
  }

  return {
    one: (id: number) => told(call(sendList, { id }, { key: newKey() }), t('sending')),
    async many(ids: number[], done: () => void) {
      const question = { title: t('send_many'), text: t('many_text', { count: ids.length }), yes: t('many_yes') }
      if (!(await confirm(question))) return
      await told(call(sendLists, { ids }, { key: newKey() }), t('many_done'))
      done()
    },
  }
}
