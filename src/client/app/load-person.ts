import { useQuery } from '@tanstack/react-query'
import { localKey } from '../../shared/endpoints/local-data.ts'
import { userMenus } from '../../shared/endpoints/shell.ts'
import { call } from '../kit/api/call.ts'
import { holdAgain } from '../kit/session/hold-key.ts'
import { openWith } from '../kit/session/private.ts'
import { readRefresh } from '../kit/session/refresh.ts'
import { keepPerson, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { REMEMBERED_SECONDS } from '../kit/session/token.ts'
import { afterFirstPaint } from '../kit/ui/first-paint.ts'
import { closeTabs } from './shell/open-tabs.ts'

/**
 * Asks once, on the first page that needs someone signed in, who that is and what their menu holds. The copy in local
 * storage has painted the shell by then, where it could be opened; a menu that changes later shows after a reload.
 */
export const usePerson = (signedIn: boolean) =>
  useQuery({
    queryKey: ['person'],
    queryFn: async ({ signal }) => {
      if (store.get(personAtom)) await afterFirstPaint()
      const asked = { signal }
      const [person, { key }] = await Promise.all([
        call(userMenus, {}, { signal, known: store.get(personAtom) }),
        call(localKey, {}, asked),
      ])
      await openWith(key, (await readRefresh())?.remember ? REMEMBERED_SECONDS : 0)
      void holdAgain(person.user.userId, key)
      if (keepPerson(person)) closeTabs()
      return person
    },
    enabled: signedIn,
    // Who it is comes by `personAtom`; a page that has that is not drawn again for how the asking goes.
    notifyOnChangeProps: ['isError', 'error'],
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
