import { useTranslation } from 'react-i18next'
import { MenuButton } from '../kit/ui/menu.tsx'

const PRESETS = {
  '10_minutes': '*/10 * * * *',
  hour: '0 * * * *',
  '6_hours': '0 */6 * * *',
  night: '0 3 * * *',
  week: '0 8 * * 1',
  month: '0 3 1 * *',
} as const
type Preset = keyof typeof PRESETS

/** Times that people often want, for anyone who reads no cron. */
export function CronPresets({ onChange }: { onChange: (value: unknown) => void }) {
  const { t } = useTranslation('tasks')
  const items = (Object.keys(PRESETS) as Preset[]).map((key) => ({
    key,
    label: t(`preset.${key}`),
    onPress: () => onChange(PRESETS[key]),
  }))
  return <MenuButton look="quiet" label={t('presets')} icon="clock" items={items} />
}
