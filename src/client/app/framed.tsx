import { useEffect } from 'react'
import { type Titles, useMenuTitle } from '../kit/i18n/menu-title.ts'
import { usePageTitle } from '../kit/ui/page-title.ts'

const RELOADED = 'reloaded_for_frame'

/**
 * Which pages may be framed came with the page that is open, perhaps from the device and before this entry was made: asked
 * anew, once, the server says.
 */
function useFreshPolicy(address: string) {
  useEffect(() => {
    const anew = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src' || sessionStorage.getItem(RELOADED) === address) return
      sessionStorage.setItem(RELOADED, address)
      location.reload()
    }
    document.addEventListener('securitypolicyviolation', anew)
    return () => document.removeEventListener('securitypolicyviolation', anew)
  }, [address])
}

/** Somebody else's page in a frame: a menu entry of the type iframe. It learns nothing of us and cannot lead us away. */
export function Framed({ address, titles }: { address: string; titles: Titles }) {
  const name = useMenuTitle()(titles)
  usePageTitle(name)
  useFreshPolicy(address)
  return (
    <iframe
      src={address}
      title={name}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
      referrerPolicy="no-referrer"
      style={{ display: 'block', width: '100%', flex: 1, minHeight: '70dvh', border: 0 }}
    />
  )
}
