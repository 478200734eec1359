import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Icon } from '../kit/ui/icon.tsx'
import css from './offline-banner.module.css'
import { decisionsAtom, sendingAtom } from './sending.ts'
import { useCopyAge } from './use-copy-age.ts'
import { useOnline } from './use-online.ts'

/** Offline. You see the last copy, 12 min ago. 2 answers wait to be sent. */
function useSentences(notLive: boolean): string[] {
  const { t } = useTranslation('offline')
  const format = useFormat()
  const now = useNow()
  const online = useOnline()
  const { copy, missing } = useCopyAge()
  const sending = useAtomValue(sendingAtom)
  const decisions = useAtomValue(decisionsAtom)
  const waiting = decisions.filter(({ state }) => state === 'waiting').length
  return [
    !online && t('offline'),
    online && notLive && t('not_live'),
    copy && t(missing ? 'copy_of_parts' : 'copy', { age: format.ago(copy, Math.max(now, Date.now())) }),
    missing && !copy && t('no_copy'),
    waiting > 0 && t(sending && online ? 'sending' : 'waiting', { count: waiting }),
  ].filter((sentence) => sentence !== false && sentence !== null && sentence !== '') as string[]
}

/** Where what waits is read, put right and taken back. */
export const OUTBOX = '/outbox'

function Trouble() {
  const { t } = useTranslation('offline')
  const count = useAtomValue(decisionsAtom).filter(({ state }) => state !== 'waiting').length
  if (count === 0) return null
  return (
    <div className={`${css.banner} ${css.trouble}`}>
      <Icon name="warning" size={18} />
      {t('trouble', { count })}
      <Link to={OUTBOX}>{t('look')}</Link>
    </div>
  )
}

/** On every page: there is no network, what shows is a copy, answers wait or were not taken. Nothing while all is well. */
export function OfflineBanner({ notLive }: { notLive: boolean }) {
  const { t } = useTranslation('offline')
  const sentences = useSentences(notLive)
  const elsewhere = useLocation().pathname !== OUTBOX
  const decisions = useAtomValue(decisionsAtom)
  const waits = elsewhere && decisions.some(({ state }) => state === 'waiting')
  return (
    <div role="status" className={css.place}>
      {sentences.length > 0 && (
        <div className={css.banner}>
          <Icon name="offline" size={18} />
          <span>{sentences.join(' ')}</span>
          {waits && <Link to={OUTBOX}>{t('look')}</Link>}
        </div>
      )}
      <Trouble />
    </div>
  )
}
