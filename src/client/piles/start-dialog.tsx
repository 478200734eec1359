import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customer } from '../../shared/entities/customer.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { referenceOptions } from '../kit/fields/reference.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import type { Option } from '../kit/ui/use-options.ts'
import { useCommands } from './commands.ts'

interface Props {
  pileId: number
  connectorNumber: number
  onClose: () => void
}

const customers = referenceOptions('customer')

/** Starts charging on a connector for a customer, who pays for it. */
export function StartDialog({ pileId, connectorNumber, onClose }: Props) {
  const { t } = useTranslation(['piles', 'common', 'errors'])
  const commands = useCommands(pileId)
  const mayChoose = useMay()(permissionOf(customer, 'list'))
  const [chosen, setChosen] = useState<Option<number> | null>(null)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)

  async function start() {
    setTried(true)
    if (!chosen) return
    setBusy(true)
    const taken = await commands.start(connectorNumber, chosen.key)
    setBusy(false)
    if (taken) onClose()
  }

  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      {mayChoose && (
        <Button look="primary" icon="bolt" busy={busy} onClick={() => void start()}>
          {t('command.start')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      small
      title={`${t('command.start')} · ${t('gun', { number: connectorNumber })}`}
      onClose={onClose}
      foot={foot}
    >
      {mayChoose ? (
        <Labelled label={t('command.customer')} required error={tried && !chosen && t('errors:required')}>
          {(control) => (
            <Select
              id={control.id}
              label={t('command.customer')}
              {...customers}
              value={chosen}
              onChange={setChosen}
              placeholder={t('command.customer_hint')}
              invalid={control.invalid}
            />
          )}
        </Labelled>
      ) : (
        <p>{t('command.no_customers')}</p>
      )}
    </Dialog>
  )
}
