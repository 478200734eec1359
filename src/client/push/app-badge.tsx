import { useEffect } from 'react'
import { alarm } from '../../shared/entities/alarm.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { useMay } from '../kit/session/can.tsx'
import { isInstalled } from '../kit/session/device.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'

/** The number on the app's icon: how many open cases are the person's own. Messages to the device keep it while the console is closed. */
export function AppBadge() {
  const may = useMay()
  const me = useAtomValue(personAtom)?.user.userId
  const shows = me !== undefined && 'setAppBadge' in navigator && isInstalled() && may(permissionOf(alarm, 'list'))
  const mine = { status: ['open'], assignee_id: [me ?? 0], page_num: 1, page_size: 1 }
  const count = useRecords(alarm, mine, { everyMs: 5_000, beside: true }, shows).data?.total
  useEffect(() => {
    if (count !== undefined) void navigator.setAppBadge(count).catch(() => {})
  }, [count])
  return null
}
