import { useTranslation } from 'react-i18next'
import { whyOf } from '../../shared/domain/campaign-why.ts'

/** Why a pile has no profile: that it could not take it, or its own word. */
export function useRefusal() {
  const { t } = useTranslation(['charging_profiles', 'campaigns'])
  return (said: string) => {
    const { code, figure } = whyOf(said)
    return t([`refusals.${code}`, `campaigns:why.${code}`], { figure, defaultValue: said })
  }
}
