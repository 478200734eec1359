import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConfigurationKey, keyOf } from '../../../shared/domain/configuration-keys.ts'
import { modelOf } from '../../../shared/domain/device-model.ts'
import { addressOf, type SettingAddress } from '../../../shared/domain/setting-address.ts'
import type { Change } from './setting-rows.ts'

/** What a key means, and its values with their unit. */
export function useSettingWords() {
  const { t } = useTranslation('configuration')
  return useMemo(() => wordsWith(t), [t])
}

function wordsWith(t: TFunction<'configuration'>) {
  const said = (key: string) => t(key, { defaultValue: '' })

  /** What a variable is in our words; '' for one that only its standard name says. */
  const variableMeaning = ({ component, variable }: SettingAddress) => {
    const known = modelOf(component, variable)
    return known
      ? said(`variable.${known.component}.${known.variable}`) || said(`variable.any.${known.variable}`)
      : said(`variable.any.${variable}`)
  }
  const unit = ({ unit: one }: Pick<ConfigurationKey, 'unit'>) => one && t(`short_unit.${one}`, { defaultValue: one })

  return {
    meaning: ({ name, profile }: Pick<ConfigurationKey, 'name' | 'profile'>) => {
      const address = addressOf(name)
      if (address) return variableMeaning(address)
      return profile === 'maker' ? t('unknown') : t(`meaning.${name}`)
    },
    /** A component in our words, where we have some. */
    component: (name: string) => said(`component.${name}`),
    /** Which one of its kind: EVSE 1, connector 2. */
    place: ({ evse, connector, component_instance }: SettingAddress) =>
      [
        component_instance,
        evse !== null && evse > 0 && t('evse', { number: evse }),
        connector !== null && t('connector', { number: connector }),
      ]
        .filter(Boolean)
        .join(' · '),
    unit,
    /** A list breaks after its commas. */
    value: (known: ConfigurationKey | string, value: string | null) => {
      if (!value) return value === null ? '—' : t('empty')
      const short = unit(typeof known === 'string' ? keyOf(known) : known)
      return short ? t('with_unit', { value, unit: short }) : value.replaceAll(/,(?=\S)/g, ', ')
    },
    /** The pile's word, and its reason as it gives it. */
    answer: (word: string | null, reason: Change['reason'] = null) =>
      [
        word === null ? t('no_answer') : t(`answers.${word}`, { defaultValue: t('answered', { word }) }),
        reason && t('reason', { reason: [reason.code, reason.info].filter(Boolean).join(': ') }),
      ]
        .filter(Boolean)
        .join(' '),
  }
}
