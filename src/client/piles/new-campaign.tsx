import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pile } from '../../shared/entities/pile.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useRecords } from '../kit/fields/use-records.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import { BulkCommands } from './bulk-commands.tsx'

const CHOSEN_BY = ['site_id', 'pile_type_id'] as const

/** Gives a command to all piles of a site, of a type, or of both. */
export function NewCampaign({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  const words = useWords(pile)
  const [filter, setFilter] = useState<Readonly<Record<string, unknown>>>({})
  const { data } = useRecords(pile, { ...filter, page_num: 1, page_size: 1 } as never)
  return (
    <BulkCommands title={t('many.new')} piles={{ filter }} onDone={onClose} onClose={onClose}>
      {CHOSEN_BY.map((name) => (
        <Labelled key={name} label={words.label(name)} hint={t('many.all_without')}>
          {({ id, invalid, 'aria-describedby': describedBy }) => (
            <FieldInput
              {...{ entity: pile, name, id, invalid, describedBy }}
              value={filter[name] ?? null}
              onChange={(value) =>
                setFilter(({ [name]: _, ...others }) => (value === null ? others : { ...others, [name]: value }))
              }
              disabled={false}
              finds
            />
          )}
        </Labelled>
      ))}
      <p aria-live="polite">
        <b>{data ? t('many.found', { count: data.total, piles: format.number(data.total) }) : '…'}</b>
      </p>
    </BulkCommands>
  )
}
