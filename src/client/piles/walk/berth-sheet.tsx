import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_PLATE, PLATES, type Spot } from '../../../shared/endpoints/berths.ts'
import type { WalkedPile } from '../../../shared/endpoints/site-walk.ts'
import { berth } from '../../../shared/entities/berth.ts'
import { useKept } from '../../kit/forms/use-kept.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { Remark } from '../../kit/ui/decision-dialog.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { fits } from '../../kit/ui/room.tsx'
import { Sheet } from '../../kit/ui/sheet.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { useSaying } from '../../offline/use-saying.ts'
import { ConnectorSquares } from '../connector-squares.tsx'
import { Plate } from './plate.tsx'
import { sayBerth, sayPlate } from './said.ts'
import css from './walk.module.css'
import { useStopWords } from './walk-words.ts'

/** Which car stands there: read, typed, or gone. */
function Car({ spot }: { spot: Spot }) {
  const { t } = useTranslation('walk')
  const { passed } = useStopWords()
  const say = useSaying()
  const may = useMay()(PLATES)
  const [typed, setTyped] = useKept(`berth/${spot.id}/plate`, '')
  const { plate } = spot
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!typed.trim()) return
    void say(() => sayPlate(spot, typed.trim().toUpperCase())).then((kept) => kept && setTyped(''))
  }
  return (
    <>
      <div className={css.car}>
        {plate ? <Plate plate={plate.plate} /> : <b>{t('no_plate')}</b>}
        {plate && (
          <small className="grow">
            {t(plate.by === null ? 'plate_of_order' : 'plate_typed', { by: plate.by ?? '', for: passed(plate.since) })}
          </small>
        )}
        {plate && plate.by !== null && may && (
          <Button onClick={() => void say(() => sayPlate(spot, null))}>{t('gone')}</Button>
        )}
      </div>
      {may && (
        <form className={css.type} onSubmit={submit}>
          <Labelled label={t('type_plate')}>
            {(input) => (
              <Input
                {...input}
                value={typed}
                maxLength={LONGEST_PLATE}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="done"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Labelled>
          <Button type="submit" look="primary" disabled={!typed.trim()}>
            {t('keep')}
          </Button>
        </form>
      )}
    </>
  )
}

/** Whether it is open, and what there is to know of it. */
function State({ spot }: { spot: Spot }) {
  const { t } = useTranslation('walk')
  const words = useWords(berth)
  const say = useSaying()
  const [status, setStatus] = useState(spot.status)
  const [remark, setRemark, forgetRemark] = useKept(`berth/${spot.id}/remark`, spot.remark ?? '')
  const changed = status !== spot.status || remark.trim() !== (spot.remark ?? '')
  return (
    <div className={css.say}>
      <Segments
        label={words.label('status')}
        options={berth.fields.status.choices.map((key) => ({ key, label: words.choice('status', key) }))}
        value={status}
        onChange={setStatus}
      />
      <Remark label={t('remark')} value={remark} onChange={setRemark} />
      <Button
        disabled={!changed}
        onClick={({ currentTarget }) =>
          fits(currentTarget.parentElement) &&
          void say(() => sayBerth(spot, status, remark)).then((kept) => kept && forgetRemark())
        }
      >
        {t('keep')}
      </Button>
    </div>
  )
}

interface Props {
  spot: Spot
  pile: WalkedPile | undefined
  onClose: () => void
}

/** A berth from below, under the thumb: who stands there, which pile reaches it, and what is said of it. */
export function BerthSheet({ spot, pile, onClose }: Props) {
  const { t } = useTranslation('walk')
  const may = useMay()
  const path = useRecordPath()('pile', pile?.id ?? 0)
  return (
    <Sheet title={t('berth_named', { serial: spot.serial })} open onClose={onClose}>
      <div className={css.sheet}>
        <Car spot={spot} />
        {pile && (
          <div className={css.state}>
            <ConnectorSquares connectors={pile.connectors} />
            <span className="grow">{pile.station_number}</span>
            {path && (
              <ButtonLink icon="plug" to={path}>
                {t('pile')}
              </ButtonLink>
            )}
          </div>
        )}
        {may('berth.update') && <State spot={spot} />}
      </div>
    </Sheet>
  )
}
