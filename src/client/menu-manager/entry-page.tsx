import { Navigate } from 'react-router-dom'
import { useHome } from '../kit/session/homes.ts'

/** An entry has no page of its own: a link to it, such as the log's, leads to its place in the tree. */
export function EntryPage({ id }: { id: number }) {
  return <Navigate to={`${useHome('menu') ?? ''}?entry=${id}`} replace />
}
