import { useTranslation } from 'react-i18next'
import type { RatedPowerWarning } from '../../shared/domain/rated-power.ts'
import { type PileType, pileType } from '../../shared/entities/pile-type.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './pile-types.module.css'
import { usePowerWords } from './power-words.ts'

/** The list's rows say what is not believed of them. */
type Doubted = PileType & { power_doubt?: RatedPowerWarning | null }

function Power({ type: { rated_power_w, power_doubt } }: { type: Doubted }) {
  const format = useFormat()
  const words = usePowerWords()
  if (!power_doubt) return format.power(rated_power_w)
  const why = words(power_doubt)
  return (
    <span className={css.doubted} title={why}>
      {format.power(rated_power_w)}
      <Icon name="warning" size={15} />
      <span className="hidden-text">{why}</span>
    </span>
  )
}

/** On a card no heading says what the figure counts. */
function Guns({ count }: { count: number }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  return useWide() ? format.number(count) : t('guns', { count })
}

/** Pile types; a power that their voltage and current do not allow is marked. */
export const PileTypeList = () => (
  <EntityList
    entity={pileType}
    cells={{ rated_power_w: (type) => <Power type={type} />, guns: ({ guns }) => <Guns count={guns} /> }}
  />
)
