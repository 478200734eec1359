import { useTranslation } from 'react-i18next'
import { type PushDevice, removePush, switchPush } from '../../shared/endpoints/push.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useSend } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useBrowserName } from '../kit/session/use-browser-name.ts'
import { Button } from '../kit/ui/button.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Switch } from '../kit/ui/input.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './push.module.css'

const HANDHELD = /Android|iOS|HarmonyOS/
const CHANGES = ['push']
const onError = (error: unknown) => toast(asFailure(error).message, { tone: 'error' })

function Device({ device }: { device: PushDevice }) {
  const { t } = useTranslation(['push', 'sign_ins'])
  const format = useFormat()
  const name = useBrowserName()(device) ?? t('card.unknown')
  const switching = useSend(switchPush, CHANGES)
  const removing = useSend(removePush, CHANGES)
  async function remove() {
    const question = { title: t('card.remove_title', { device: name }), text: t('card.remove_text') }
    if (await confirm({ ...question, yes: t('card.remove'), danger: true }))
      removing.mutate({ id: device.id }, { onError })
  }
  const told = device.told_at ? t('card.told', { at: format.moment(device.told_at) }) : t('card.not_told')
  return (
    <li className={css.line}>
      <Icon name={HANDHELD.test(device.system ?? '') ? 'phone' : 'window'} />
      <span className="grow">
        {name} {device.own && <Pill tone="available">{t('card.here')}</Pill>}
        <small>{[t('card.since', { at: format.moment(device.since) }), told].join(' · ')}</small>
        {device.problem && <small className={css.problem}>{t('card.refused', { problem: device.problem })}</small>}
      </span>
      <Switch
        label={`${t('card.on')}: ${name}`}
        checked={switching.isPending ? switching.variables.enabled : device.enabled}
        disabled={switching.isPending}
        onChange={(enabled) => switching.mutate({ id: device.id, enabled }, { onError })}
      />
      <Button
        look="quiet"
        icon="trash"
        danger
        busy={removing.isPending}
        label={t('card.remove_title', { device: name })}
        onClick={() => void remove()}
      />
    </li>
  )
}

/** Where a person is told: each is switched and removed from any of them. */
export function PushDevices({ devices }: { devices: readonly PushDevice[] }) {
  const { t } = useTranslation('push')
  if (devices.length === 0) return null
  return (
    <>
      <h3 className={css.heading}>{t('card.devices')}</h3>
      <ul className={css.devices}>
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </>
  )
}
