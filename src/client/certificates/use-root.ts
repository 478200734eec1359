import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RootCertificate } from '../../shared/entities/root-certificate.ts'
import type { Action } from '../kit/ui/actions.tsx'

type Root = Pick<RootCertificate, 'id' | 'name'>

/** What can be done with a root: on its row and on its page. `root` is the one that a dialog asks of. */
export function useRootActions() {
  const { t } = useTranslation('certificates')
  const [root, setRoot] = useState<Root | null>(null)
  const actionsOf = ({ id, name }: Root): Action[] => [
    {
      key: 'delete_from',
      label: t('delete_from'),
      icon: 'plug',
      permission: 'pile.delete_certificate',
      onPress: () => setRoot({ id, name }),
    },
  ]
  return { actionsOf, root, close: () => setRoot(null) }
}
