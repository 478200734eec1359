import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { Banner } from '../kit/ui/states.tsx'
import { waitingHere } from './outbox.ts'
import { useOnline } from './use-online.ts'

/** Not by a query: what queries know is forgotten when a session ends, which is when this shows. */
function useCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    // Without storage nothing waits.
    waitingHere().then(setCount, () => {})
  }, [])
  return count
}

/**
 * Where it is not known who is there: that this needs the network, and how many answers wait on the device meanwhile.
 * `locked`: someone is signed in, but not remembered, so that nothing opens without the server's key.
 */
export function WaitingHere({ locked }: { locked?: true }) {
  const { t } = useTranslation('offline')
  const format = useFormat()
  const online = useOnline()
  const now = useNow()
  const count = useCount()
  const why = locked ? 'locked' : online ? null : 'nobody'
  if (!why && count === 0) return null
  return (
    <Banner tone="waiting" icon="offline">
      {why && <p>{t(`signed_out.${why}`, { at: format.full(new Date(Math.max(now, Date.now())).toISOString()) })}</p>}
      {count > 0 && <p>{t('signed_out.waiting', { count })}</p>}
    </Banner>
  )
}
