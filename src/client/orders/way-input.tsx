import type { Entity } from '../../shared/kit/entity.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Segments } from '../kit/ui/tabs.tsx'

interface Props<W extends string> {
  /** Whose words name the ways. */
  entity: Entity
  ways: readonly W[]
  value: W
  onChange: (way: W) => void
  error: string | undefined
}

/** How money comes or goes; all ways in sight. */
export function WayInput<W extends string>({ entity, ways, value, onChange, error }: Props<W>) {
  const words = useWords(entity)
  const label = words.label('way')
  const options = ways.map((key) => ({ key, label: words.choice('way', key) }))
  return (
    <Labelled label={label} required error={error}>
      {() => <Segments label={label} options={options} value={value} onChange={onChange} />}
    </Labelled>
  )
}
