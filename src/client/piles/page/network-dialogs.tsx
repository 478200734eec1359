import { useTranslation } from 'react-i18next'
import { forMany } from '../../../shared/commands/many.ts'
import { moveNetwork, writeNetwork } from '../../../shared/commands/network.ts'
import type { pileNetwork } from '../../../shared/endpoints/networks.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { CommandButtons, CommandInputs, useCommandForm } from '../command-form.tsx'
import { useGive, useGiveMany } from '../commands.ts'
import { pileAddress } from '../pile-address.ts'

interface Props {
  pileId: number
  slot: number
  onClose: () => void
}

type View = Data<typeof pileNetwork>
type Profile = keyof View['addresses']

/** As the console was opened, where the server does not know how piles find it. */
const here = () => pileAddress('').replace(/\/+$/, '')

/** Writes a connection into a slot; this console's own address stands there at first, by the profile that is chosen. */
export function WriteDialog({ pileId, slot, view, onClose }: Props & { view: View }) {
  const { t } = useTranslation(['certificates', 'common'])
  const own = (profile: Profile) => view.addresses[profile] ?? (profile === '1' ? here() : '')
  const inUse = view.slots.find((one) => one.slot === view.active)?.connection
  const profile = (['1', '2', '3'] as const).find((one) => Number(one) === inUse?.profile) ?? '1'
  const give = useGive(pileId, writeNetwork)
  const form = useCommandForm(writeNetwork, (said) => give({ ...said, slot }), {
    ...{ slot, security: profile, connect_to: own(profile) },
    ...(inUse?.interface && { interface: inUse.interface }),
  })
  const change = (name: string, value: unknown) => {
    const isOwn = form.draft.connect_to === own(form.draft.security as Profile)
    form.change(name, value)
    if (name === 'security' && isOwn) form.change('connect_to', own(value as Profile))
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <CommandButtons command={writeNetwork} form={form} word={t('network.write')} primary onTaken={onClose} />
    </>
  )
  return (
    <Dialog title={t('network.write_title', { slot })} onClose={onClose} foot={foot}>
      <p>{t('network.write_text')}</p>
      <CommandInputs command={writeNetwork} form={{ ...form, change }} without={['slot']} />
      {form.errors.slot && <p role="alert">{form.errors.slot}</p>}
    </Dialog>
  )
}

const forOne = { ...forMany(moveNetwork), confirm: [] }

/** Sends a pile to another slot: a campaign of one, which sees to the order and looks by which slot it came back. */
export function MoveDialog({ pileId, slot, onClose }: Props) {
  const { t } = useTranslation(['certificates', 'common'])
  const give = useGiveMany({ ids: [pileId] }, forOne)
  const form = useCommandForm(forOne, (said) => give({ ...said, slot }))
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <CommandButtons command={forOne} form={form} word={t('network.move')} primary onTaken={onClose} />
    </>
  )
  return (
    <Dialog small title={t('network.move_title', { slot })} onClose={onClose} foot={foot}>
      <p>{t('network.move_text')}</p>
    </Dialog>
  )
}
