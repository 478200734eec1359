import { useQuery } from '@tanstack/react-query'
import { userMenus } from '../../shared/endpoints/shell.ts'
import { call } from '../kit/api/call.ts'
import { keepPerson } from '../kit/session/session.ts'

/**
 * Asks once, on the first page that needs somebody signed in, who that is and what their menu holds. The copy in local
 * storage has painted the shell by then; a menu that changes later shows after a reload.
 */
export const usePerson = (signedIn: boolean) =>
  useQuery({
    queryKey: ['person'],
    queryFn: async ({ signal }) => {
      const person = await call(userMenus, {}, { signal })
      keepPerson(person)
      return person
    },
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
