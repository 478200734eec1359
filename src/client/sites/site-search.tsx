import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { SearchInput } from '../kit/ui/search-input.tsx'
import { siteConditions } from './site-now.ts'
import css from './sites.module.css'
import { useMoodTones } from './use-mood-tones.ts'
import type { SitesNow } from './use-sites-now.ts'

/** What one looks for, and a chip a state: it says what the colour means, how many there are, and narrows to them. */
export function SiteSearch({ sites }: { sites: SitesNow }) {
  const { t } = useTranslation('sites')
  const format = useFormat()
  const toneOf = useMoodTones()
  const { keyword, setKeyword, moods, toggle, counts, narrowed, clear } = sites
  return (
    <div className={css.search}>
      <SearchInput label={t('search')} value={keyword} onChange={setKeyword} />
      <fieldset className={css.chips} aria-label={t('legend')}>
        {siteConditions
          .filter((mood) => counts[mood] > 0 || moods.has(mood))
          .map((mood) => (
            <button
              key={mood}
              type="button"
              className={css.chip}
              aria-pressed={moods.has(mood)}
              onClick={() => toggle(mood)}
            >
              <Dot tone={toneOf(mood)} />
              {t(`moods.${mood}`)} <b>{format.number(counts[mood])}</b>
            </button>
          ))}
        {narrowed && (
          <Button look="link" onClick={clear}>
            {t('show_all')}
          </Button>
        )}
      </fieldset>
    </div>
  )
}
