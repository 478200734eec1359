import { Suspense } from 'react'
import { rootCertificate } from '../../shared/entities/root-certificate.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { DeleteFromPiles } from './delete-from-piles.tsx'
import { useEnd } from './use-certificate.ts'
import { useRootActions } from './use-root.ts'

/** Roots that piles are to believe. */
export function RootList() {
  const { actionsOf, root, close } = useRootActions()
  const valid_to = useEnd({ wide: useWide() })
  return (
    <>
      <EntityList entity={rootCertificate} rowActions={actionsOf} cells={{ valid_to }} />
      {root && (
        <Suspense fallback={null}>
          <DeleteFromPiles root={root} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
