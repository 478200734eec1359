import { usePageTitle } from '../kit/ui/page-title.ts'
import { useMenuTitle } from './menu/use-menu.ts'

/** Somebody else's page in a frame: a menu entry of the type iframe. */
export function Framed({ address, title }: { address: string; title: string }) {
  const name = useMenuTitle()(title)
  usePageTitle(name)
  return (
    <iframe
      src={address}
      title={name}
      style={{ display: 'block', width: '100%', flex: 1, minHeight: '70dvh', border: 0 }}
    />
  )
}
