import { useTranslation } from 'react-i18next'
import { useAtomValue } from '../../kit/session/store.ts'
import { Dot } from '../../kit/ui/pill.tsx'
import { liveStateAtom } from '../../live/live.ts'
import { useNotLive } from '../../live/use-not-live.ts'
import css from './shell.module.css'

/** Says when what shows is not live; silence is live. */
export function LiveBadge() {
  const { t } = useTranslation('shell')
  const state = useAtomValue(liveStateAtom)
  const notLive = useNotLive()
  if (!notLive) return null
  return (
    <span className={css.live} role="status">
      <Dot tone="waiting" />
      {t(state === 'offline' ? 'live.offline' : 'live.reconnecting')}
    </span>
  )
}
