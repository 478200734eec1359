import { useCallback, useMemo } from 'react'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { useUnshown } from '../offline/use-unshown.ts'
import { asSaid, isAboutAlarm } from './decisions.ts'

/** Shows an alarm as it will be by what this person said of it, or of the times of it that are named. */
export function useAsSaid() {
  const unshown = useUnshown()
  const user = useAtomValue(personAtom)?.user
  const me = useMemo(() => ({ id: user?.userId ?? 0, name: user?.name || user?.userName || '' }), [user])
  const said = useMemo(() => unshown.filter(isAboutAlarm), [unshown])
  return useCallback(
    <A extends Alarm>(alarm: A, times: readonly number[] = [alarm.id]) =>
      asSaid(
        alarm,
        said.filter(({ body }) => times.includes(body.id)),
        me,
      ),
    [said, me],
  )
}

/** The rows of a list as they will be; each by itself. */
export function useEachAsSaid<A extends Alarm>(alarms: readonly A[] | null): readonly A[] | null {
  const asSaid = useAsSaid()
  return useMemo(() => alarms?.map((alarm) => asSaid(alarm)) ?? null, [alarms, asSaid])
}
