import { useTranslation } from 'react-i18next'
import type { pileScreen } from '../../../shared/endpoints/screens.ts'
import { command } from '../../../shared/entities/command.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import css from './screen-tab.module.css'

/** What a pile's screen takes, as far as the pile said. */
export function Takes({ takes }: { takes: Data<typeof pileScreen>['takes'] }) {
  const { t } = useTranslation(['screens', 'campaigns'])
  const format = useFormat()
  const words = useWords(command)
  const list = (said: readonly string[] | null | undefined) => said?.join(', ') ?? t('unsaid')
  const { formats, priorities, states, languages, most } = takes
  return (
    <details className={css.takes}>
      <summary>{t('takes')}</summary>
      {takes.shows === false && <p>{t('campaigns:why.shows_nothing')}</p>}
      <Facts>
        <Fact label={t('takes_formats')}>{list(formats?.map((one) => t(`format.${one}`)))}</Fact>
        <Fact label={t('takes_places')}>{list(priorities?.map((one) => words.choice('priority', one)))}</Fact>
        <Fact label={t('takes_states')}>{list(states?.map((one) => words.choice('shown_while', one)))}</Fact>
        <Fact label={t('takes_languages')}>{list(languages)}</Fact>
        <Fact label={t('takes_most')}>{most === null ? t('unsaid') : format.number(most)}</Fact>
      </Facts>
    </details>
  )
}
