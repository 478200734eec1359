import { useTranslation } from 'react-i18next'
import { dataAgeAtom } from '../../kit/api/data-age.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { Dot } from '../../kit/ui/pill.tsx'
import { liveStateAtom } from '../../live/live-state.ts'
import { useNotLive } from '../../live/use-not-live.ts'
import css from './shell.module.css'

/** Says when what shows is not live, or seconds old; silence is live. */
export function LiveBadge() {
  const { t } = useTranslation('shell')
  const state = useAtomValue(liveStateAtom)
  const notLive = useNotLive()
  const age = useAtomValue(dataAgeAtom)
  if (!notLive && age === null) return null
  return (
    <span className={css.live} role="status">
      <Dot tone="waiting" />
      {notLive ? t(state === 'offline' ? 'live.offline' : 'live.reconnecting') : t('live.behind', { count: age ?? 0 })}
    </span>
  )
}
