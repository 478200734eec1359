import { useTranslation } from 'react-i18next'
import { showMessage } from '../../../shared/commands/screen.ts'
import type { pileScreen } from '../../../shared/endpoints/screens.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { PileScreen } from '../../kit/ui/pile-screen.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { CommandButtons, CommandInputs, useCommandForm } from '../command-form.tsx'
import { useCommandWords, useGive } from '../commands.ts'
import css from './screen-tab.module.css'

interface Props {
  pileId: number
  screen: Data<typeof pileScreen>
  onClose: () => void
}

type Form = ReturnType<typeof useCommandForm>

/** What is said often; until when, where that is filled in. */
function Presets({ form }: { form: Form }) {
  const { t } = useTranslation('screens')
  const format = useFormat()
  const ends_at = typeof form.draft.ends_at === 'string' ? form.draft.ends_at : null
  const texts = [
    t('preset.out_of_order'),
    ...(ends_at ? [t('preset.out_until', { time: format.moment(ends_at) })] : []),
    t('preset.call_us'),
    t('preset.moved'),
  ]
  return (
    <fieldset className={css.presets} aria-label={t('presets')}>
      {texts.map((text) => (
        <Button key={text} size="small" onClick={() => form.change('text', text)}>
          {text}
        </Button>
      ))}
    </fieldset>
  )
}

/** During which of the sessions that run. */
function During({ form, sessions }: { form: Form; sessions: Props['screen']['sessions'] }) {
  const { t } = useTranslation('screens')
  const options = [
    { key: 0, label: t('any_session') },
    ...sessions.map(({ order_id: key, connector_number: number }) => ({ key, label: t('at_gun', { number }) })),
  ]
  const chosen = Number(form.draft.order_id ?? 0)
  return (
    <Labelled label={t('session')} error={form.errors.order_id}>
      {(control) => (
        <Select<number>
          {...control}
          label={t('session')}
          options={options}
          value={options.find(({ key }) => key === chosen) ?? null}
          onChange={(option) => form.change('order_id', option?.key || null)}
        />
      )}
    </Labelled>
  )
}

/** Has a pile show what a person types, with how that will look. */
export function ShowText({ pileId, screen, onClose }: Props) {
  const { t } = useTranslation(['screens', 'common'])
  const words = useCommandWords(showMessage)
  const give = useGive(pileId, showMessage)
  const form = useCommandForm(showMessage, (said) => give(said))
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <CommandButtons command={showMessage} form={form} primary onTaken={onClose} />
    </>
  )
  return (
    <Dialog title={words.name} onClose={onClose} foot={foot}>
      <div className={css.form}>
        <PileScreen shown={[{ text: String(form.draft.text ?? ''), format: 'utf8' }]} nothing={t('preview')} />
        <Presets form={form} />
        <div>
          <CommandInputs command={showMessage} form={form} without={['order_id']} />
          {screen.sessions.length > 0 && <During form={form} sessions={screen.sessions} />}
        </div>
      </div>
    </Dialog>
  )
}
