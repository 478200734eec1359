import { useTranslation } from 'react-i18next'
import { generateStationNumber } from '../../shared/endpoints/piles.ts'
import { useSend } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Fills in a station number that nobody has. */
export function GenerateNumber({ onChange }: { onChange: (value: unknown) => void }) {
  const { t } = useTranslation('piles')
  const asking = useSend(generateStationNumber, [])
  const generate = () =>
    asking.mutate(
      {},
      {
        onSuccess: ({ station_number }) => onChange(station_number),
        onError: (error) => toast(error.message, { tone: 'error' }),
      },
    )
  return (
    <Button look="link" busy={asking.isPending} onClick={generate}>
      {t('create.generate')}
    </Button>
  )
}
