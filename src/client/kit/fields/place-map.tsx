import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cityOf } from '../map/cities.ts'
import { PickMap } from '../map/lazy-maps.tsx'
import { LocateButton, type Standing } from '../map/locate-button.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWide } from '../ui/use-wide.ts'
import css from './place-map.module.css'

interface Point {
  longitude: number
  latitude: number
}

interface Props {
  longitude: unknown
  latitude: unknown
  /** The division that the map starts at while there is no point. */
  region: unknown
  onChange: (point: { longitude: number | null; latitude: number | null }) => void
}

const COUNTRY = { longitude: 105, latitude: 35, zoom: 3 }
const OVER_CITY = 10

/** What is typed into the two inputs is a point when both are figures. */
const pointOf = ({ longitude, latitude }: Pick<Props, 'longitude' | 'latitude'>): Point | null =>
  typeof longitude === 'number' &&
  typeof latitude === 'number' &&
  Math.abs(longitude) <= 180 &&
  Math.abs(latitude) <= 90
    ? { longitude, latitude }
    : null

function startOf(region: unknown) {
  const city = typeof region === 'number' ? cityOf(region) : undefined
  return city ? { longitude: city.longitude, latitude: city.latitude, zoom: OVER_CITY } : COUNTRY
}

/** The device's own place, and how far off that may be. */
function Standing_({ onFound }: { onFound: (point: Point) => void }) {
  const { t } = useTranslation('map')
  const [standing, setStanding] = useState<Standing | null>(null)
  return (
    <span className="row">
      <LocateButton
        onFound={(found) => {
          setStanding(found)
          onFound({ longitude: found.longitude, latitude: found.latitude })
        }}
      >
        {t('where_i_stand')}
      </LocateButton>
      {standing && <small role="status">{t('accuracy', { metres: standing.accuracy_m })}</small>}
    </span>
  )
}

/** A phone's whole screen to point on: a map in the midst of a form would catch the thumb that scrolls. */
function PickDialog({ value, region, onUse, onClose }: PickProps) {
  const { t } = useTranslation('map')
  const [picked, setPicked] = useState(value)
  return (
    <Dialog
      title={t('choose_on_map')}
      onClose={onClose}
      foot={
        <Button look="primary" size="large" disabled={picked === null} onClick={() => picked && onUse(picked)}>
          {t('use')}
        </Button>
      }
    >
      <div className={css.picking}>
        <div className="row between">
          <small>{t('press')}</small>
          <Standing_ onFound={setPicked} />
        </div>
        <div className={css.screen}>
          <PickMap label={t('on_map')} value={picked} onChange={setPicked} start={startOf(region)} grip="free" />
        </div>
      </div>
    </Dialog>
  )
}

interface PickProps {
  value: Point | null
  region: unknown
  onUse: (point: Point) => void
  onClose: () => void
}

function PhonePlace(props: Props) {
  const { t } = useTranslation('map')
  const [open, setOpen] = useState(false)
  const value = pointOf(props)
  return (
    <>
      {value && (
        <div className={css.preview}>
          <PickMap label={t('on_map')} value={value} start={startOf(props.region)} grip="still" />
        </div>
      )}
      <div className={css.buttons}>
        <Button icon="pin" onClick={() => setOpen(true)}>
          {t('choose_on_map')}
        </Button>
        <Standing_ onFound={props.onChange} />
      </div>
      {open && (
        <Suspense fallback={null}>
          <PickDialog
            value={value}
            region={props.region}
            onClose={() => setOpen(false)}
            onUse={(point) => {
              props.onChange(point)
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function WidePlace(props: Props) {
  const { t } = useTranslation('map')
  const value = pointOf(props)
  return (
    <>
      <div className={css.inline}>
        <PickMap label={t('on_map')} value={value} onChange={props.onChange} start={startOf(props.region)} />
      </div>
      <div className={css.buttons}>
        <Standing_ onFound={props.onChange} />
        {value ? (
          <Button look="link" onClick={() => props.onChange({ longitude: null, latitude: null })}>
            {t('clear')}
          </Button>
        ) : (
          <small>{t('press')}</small>
        )}
      </div>
    </>
  )
}

/** Sets longitude and latitude by a press on a map, or from where the device stands; the inputs beside take them typed. */
export const PlaceMap = (props: Props) => (useWide() ? <WidePlace {...props} /> : <PhonePlace {...props} />)
