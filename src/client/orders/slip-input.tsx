import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'

interface Props {
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (reference: string) => void
}

/** The number on a slip, or of a transaction in an app. */
export function SlipInput({ label, hint, error, value, onChange }: Props) {
  return (
    <Labelled label={label} required hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={64}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}
