import { useTranslation } from 'react-i18next'
import { Banner } from '../../kit/ui/states.tsx'
import { onPage } from '../offered-commands.ts'
import { useMayAsk } from '../use-may-ask.ts'
import { CommandCard } from './command-card.tsx'
import css from './command-panel.module.css'
import { isConnected, type PileView, pileOf } from './pile.ts'

/** Everything that can be asked of a pile besides its guns' own buttons, as far as its protocol can say it. */
export function CommandPanel({ view }: { view: PileView }) {
  const { t } = useTranslation('piles')
  const mayAsk = useMayAsk(view.commands)
  if (!isConnected(pileOf(view))) {
    return (
      <Banner tone="waiting" icon="offline">
        {t('command.not_connected')}
      </Banner>
    )
  }
  const shown = onPage.filter(mayAsk)
  return (
    <div className={css.panel}>
      {shown.map((command) => (
        <CommandCard key={command.name} view={view} command={command} />
      ))}
    </div>
  )
}
