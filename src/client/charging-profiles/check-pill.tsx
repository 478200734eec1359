import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Pill } from '../kit/ui/pill.tsx'

const TONES = { same: 'available', differs: 'waiting', refused: 'offline' } as const

/** How what a pile says of its limits stood to its profiles when it was asked last. */
export function CheckPill({ state, at }: { state: keyof typeof TONES; at: string | null }) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  return (
    <span title={at ? `${t('in_pile.checked')} ${format.full(at)}` : undefined}>
      <Pill tone={TONES[state]}>{t(`check.${state}`)}</Pill>
    </span>
  )
}
