import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Titles, useMenuTitle } from '../kit/i18n/menu-title.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { usePageTitle } from '../kit/ui/page-title.ts'
import css from './framed.module.css'

const RELOADED = 'reloaded_for_frame'

/**
 * Which pages may be framed came with the page that is open, perhaps from the device and before this entry was made: asked
 * anew, once, the server says.
 */
function useFreshPolicy(address: string): boolean {
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    const anew = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src') return
      if (sessionStorage.getItem(RELOADED) === address) return setBlocked(true)
      sessionStorage.setItem(RELOADED, address)
      location.reload()
    }
    document.addEventListener('securitypolicyviolation', anew)
    return () => document.removeEventListener('securitypolicyviolation', anew)
  }, [address])
  return blocked
}

const SLOW_MS = 10_000

/** Nothing came of the page within a while. That a site forbids its frame no browser tells: the bar's words stand for that. */
function useSlow(address: string) {
  const [loaded, setLoaded] = useState<string | null>(null)
  const [slow, setSlow] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is waited for anew
  useEffect(() => {
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [address])
  return { slow: slow && loaded !== address, onLoad: () => setLoaded(address) }
}

/** A page from elsewhere in a frame: a menu entry of the type iframe. It learns nothing of us and cannot lead us away. */
export function Framed({ address, titles }: { address: string; titles: Titles }) {
  const { t } = useTranslation('shell')
  const name = useMenuTitle()(titles)
  usePageTitle(name)
  const blocked = useFreshPolicy(address)
  const { slow, onLoad } = useSlow(address)
  return (
    <>
      <h1 className="hidden-text">{name}</h1>
      <div className={css.bar}>
        <small role={blocked || slow ? 'alert' : undefined}>
          {t(blocked ? 'frame.blocked' : slow ? 'frame.slow' : 'frame.note')}
        </small>
        <a href={address} target="_blank" rel="noopener noreferrer">
          {t('frame.open')}
          <Icon name="link" size={14} />
        </a>
      </div>
      <iframe
        key={address}
        className={css.frame}
        src={address}
        title={name}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        onLoad={onLoad}
      />
    </>
  )
}
