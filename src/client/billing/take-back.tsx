import { useTranslation } from 'react-i18next'
import { dropPeriod, type SitePrices } from '../../shared/endpoints/price-plan.ts'
import { useSend } from '../kit/api/queries.ts'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

interface Props {
  site: SitePrices
  period_id: number
  /** It holds already, for a time. */
  begun: boolean
}

/** Takes planned prices back, or ends those that hold for a time; asked once. */
export function TakeBack({ site, period_id, begun }: Props) {
  const { t } = useTranslation('billing')
  const sending = useSend(dropPeriod, ['site', 'strategy'])
  async function drop() {
    const question = begun ? 'plan.end' : 'plan.drop'
    const yes = t(question)
    if (!(await confirm({ title: yes, text: t(`${question}_text`, { site: site.title }), yes, danger: true }))) return
    sending.mutate(
      { id: site.id, period_id },
      {
        onSuccess: () => toast(t('plan.dropped'), { tone: 'success' }),
        onError: ({ fields, message }) => toast(fields.period_id ?? message, { tone: 'error' }),
      },
    )
  }
  return (
    <Can permission="site.update">
      <Button look="link" busy={sending.isPending} onClick={() => void drop()}>
        {t(begun ? 'plan.end' : 'plan.drop')}
      </Button>
    </Can>
  )
}
