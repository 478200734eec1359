import { useTranslation } from 'react-i18next'
import css from './configuration.module.css'
import { nameOf, type SettingRow } from './setting-rows.ts'
import { useSettingWords } from './use-setting-words.ts'

interface Props {
  row: SettingRow
  isOpen: boolean
  onOpen: (key: string) => void
}

/** A key as one presses it: its name, where it is, and what it means. */
export function SettingKey({ row, isOpen, onOpen }: Props) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { key, known, address } = row
  const place = address ? words.place(address) : ''
  return (
    <button
      type="button"
      className={css.key}
      aria-expanded={isOpen}
      aria-label={t('details', { key })}
      onClick={() => onOpen(key)}
    >
      <b>
        {nameOf(row)} {place && <span className={css.place}>{place}</span>}
      </b>
      <small>{words.meaning(known)}</small>
    </button>
  )
}
