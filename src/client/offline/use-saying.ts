import { useTranslation } from 'react-i18next'
import { asFailure } from '../kit/api/failure.ts'
import { toast } from '../kit/ui/toast.ts'
import { NotKept } from './sending.ts'

/** Says something that may wait for the network. True once it is durable, here or on the server; else it is said why not. */
export function useSaying() {
  const { t } = useTranslation('offline')
  return async (say: () => Promise<void>): Promise<boolean> => {
    try {
      await say()
      return true
    } catch (error) {
      toast(error instanceof NotKept ? t('not_kept') : asFailure(error).message, { tone: 'error' })
      return false
    }
  }
}
