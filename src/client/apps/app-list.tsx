import { clientApp } from '../../shared/entities/client-app.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useNewSecret } from './use-new-secret.tsx'

/** The programs of others that call the API. */
export function AppList() {
  const { actionOf, dialog } = useNewSecret()
  return (
    <>
      <EntityList entity={clientApp} rowActions={(row) => [actionOf(row)]} />
      {dialog}
    </>
  )
}
