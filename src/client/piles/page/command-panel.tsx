import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { triggerables } from '../../../shared/endpoints/piles.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import { useCommands } from '../commands.ts'
import { guns } from '../connector-state.ts'
import css from './command-panel.module.css'
import { isConnected, type PileView, pileOf } from './pile.ts'

/** Which part of the pile a command means: 0 is all of it. */
function usePart(view: PileView) {
  const { t } = useTranslation('piles')
  const options = [
    { key: 0, label: t('command.whole_pile') },
    ...guns(view.connectors).map(({ number }) => ({ key: number, label: t('gun', { number }) })),
  ]
  const [part, setPart] = useState(0)
  const select = (
    <Labelled label={t('command.choose_connector')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('command.choose_connector')}
          options={options}
          value={options.find(({ key }) => key === part) ?? null}
          onChange={(option) => setPart(option?.key ?? 0)}
        />
      )}
    </Labelled>
  )
  return { part, select }
}

function Availability({ view }: { view: PileView }) {
  const { t } = useTranslation('piles')
  const { part, select } = usePart(view)
  const commands = useCommands(pileOf(view).id)
  return (
    <Card title={t('command.availability')}>
      {select}
      <div className={css.buttons}>
        <Button onClick={() => void commands.availability(part, 'Operative')}>{t('command.operative')}</Button>
        <Button danger onClick={() => void commands.availability(part, 'Inoperative')}>
          {t('command.inoperative')}
        </Button>
      </div>
    </Card>
  )
}

function Trigger({ view }: { view: PileView }) {
  const { t } = useTranslation('piles')
  const { part, select } = usePart(view)
  const commands = useCommands(pileOf(view).id)
  const options = triggerables.map((key) => ({ key, label: t(`messages.${key}`) }))
  const [message, setMessage] = useState<(typeof triggerables)[number]>('StatusNotification')
  return (
    <Card title={t('command.trigger')}>
      <Labelled label={t('command.message')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('command.message')}
            options={options}
            value={options.find(({ key }) => key === message) ?? null}
            onChange={(option) => option && setMessage(option.key)}
          />
        )}
      </Labelled>
      {select}
      <div className={css.buttons}>
        <Button onClick={() => void commands.trigger(message, part || undefined)}>{t('command.send')}</Button>
      </div>
    </Card>
  )
}

function Reset({ pileId }: { pileId: number }) {
  const { t } = useTranslation('piles')
  const commands = useCommands(pileId)
  return (
    <Card title={t('command.reset')}>
      <div className={css.buttons}>
        <Button onClick={() => void commands.reset('Soft')}>{t('command.reset_soft')}</Button>
        <Button danger onClick={() => void commands.reset('Hard')}>
          {t('command.reset_hard')}
        </Button>
      </div>
    </Card>
  )
}

/** Everything that can be asked of a pile besides its connectors' own buttons. */
export function CommandPanel({ view }: { view: PileView }) {
  const { t } = useTranslation('piles')
  const may = useMay()
  const pile = pileOf(view)
  if (!isConnected(pile)) {
    return (
      <Banner tone="waiting" icon="offline">
        {t('command.not_connected')}
      </Banner>
    )
  }
  return (
    <div className={css.panel}>
      {may('pile.reset') && <Reset pileId={pile.id} />}
      {may('pile.availability') && <Availability view={view} />}
      {may('pile.trigger') && <Trigger view={view} />}
    </div>
  )
}
