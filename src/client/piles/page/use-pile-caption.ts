import { useTranslation } from 'react-i18next'
import { guns } from '../connector-state.ts'
import { type PileView, pileOf } from './pile.ts'

/** Lujiazui P2 · DC 120 kW · 2 guns · firmware 2.4.1. */
export function usePileCaption(view: PileView, { site = true } = {}): string {
  const { t } = useTranslation('piles')
  const { site: where, pile_type, firmware_version } = pileOf(view)
  const count = guns(view.connectors).length
  return [
    site && where?.title,
    pile_type?.title,
    count > 0 && t('guns', { count }),
    firmware_version && t('firmware', { version: firmware_version }),
  ]
    .filter(Boolean)
    .join(' · ')
}
