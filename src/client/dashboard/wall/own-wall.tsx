import { useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { WallPage } from '../../../shared/endpoints/wall.ts'
import type { Known } from '../../../shared/widgets/layout.ts'
import { useProduct } from '../../kit/session/product.ts'
import { useSetAtom } from '../../kit/session/store.ts'
import { pageTheme } from '../../kit/theme/theme.ts'
import { Button } from '../../kit/ui/button.tsx'
import { WallShow } from './wall-show.tsx'

const SECONDS = 30

/** A person's own dashboard on this screen, full and dark, with their own sign-in. */
export function OwnWall({ placed, onClose }: { placed: readonly Known[]; onClose: () => void }) {
  const { t } = useTranslation('wall')
  const setTheme = useSetAtom(pageTheme)
  const pages = useMemo<WallPage[]>(
    () => [{ id: 'own', of: 'everybody', title: null, widgets: [...placed] as WallPage['widgets'] }],
    [placed],
  )
  useEffect(() => {
    setTheme('dark')
    return () => {
      setTheme(null)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [setTheme])
  // The browser takes Esc for itself in full screen: leaving that leaves the wall.
  useEffect(() => {
    const changed = () => !document.fullscreenElement && onClose()
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [onClose])
  return createPortal(
    <WallShow name={useProduct()} pages={pages} seconds={SECONDS} onLeave={onClose}>
      <Button look="quiet" size="small" icon="close" label={t('leave')} onClick={onClose} />
    </WallShow>,
    document.body,
  )
}
