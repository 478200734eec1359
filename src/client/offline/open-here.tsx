import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { type Opener, opensFor, readOpener, type Shut, whyShut } from '../kit/session/opener.ts'
import { NotUsed, openWithPasskey } from '../kit/session/passkey-opener.ts'
import { openByKey } from '../kit/session/private.ts'
import { restorePerson } from '../kit/session/session.ts'
import { Button } from '../kit/ui/button.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './opener.module.css'

/** Not only until the next reload: a page that stays open is shut as well, by a timer that no clock can turn back. */
function shutWhenOver({ held }: Opener) {
  if (!held) return
  setTimeout(
    async () => {
      const now = (await readOpener())?.held ?? null
      // The server has given the key anew meanwhile.
      if (now && now.from > held.from && !whyShut(now, Date.now())) return
      location.reload()
    },
    opensFor(held, Date.now()),
  )
}

async function open(opener: Opener) {
  await openByKey(await openWithPasskey(opener))
  shutWhenOver(opener)
  restorePerson()
}

function Why({ shut, from }: { shut: Shut; from: number }) {
  const { t } = useTranslation('opener')
  const format = useFormat()
  const at = (ms: number) => format.full(new Date(ms).toISOString())
  return (
    <div className={css.why}>
      <Banner tone="waiting" icon="unlock">
        <p>{t(`shut.${shut}`, { from: at(from), now: at(Date.now()) })}</p>
      </Banner>
    </div>
  )
}

/** Opens what this device keeps of who is signed in, by a passkey that they set up for that; nothing where there is none. */
export function OpenHere() {
  const { t } = useTranslation('opener')
  const [opener, setOpener] = useState<Opener | null>(null)
  const [state, setState] = useState<'ready' | 'busy' | 'not_used' | 'failed'>('ready')
  useEffect(() => {
    void readOpener().then(setOpener)
  }, [])
  if (!opener?.held) return null
  const shut = whyShut(opener.held, Date.now())
  if (shut) return <Why shut={shut} from={opener.held.from} />
  const press = () => {
    setState('busy')
    open(opener).catch((error) => setState(error instanceof NotUsed ? 'not_used' : 'failed'))
  }
  return (
    <div className={css.open}>
      <Button look="primary" size="large" icon="unlock" busy={state === 'busy'} onClick={press}>
        {t('open')}
      </Button>
      {(state === 'not_used' || state === 'failed') && <p role="alert">{t(`open_${state}`)}</p>}
    </div>
  )
}
