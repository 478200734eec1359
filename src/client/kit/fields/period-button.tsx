import { Suspense, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazy } from '../ui/lazy.ts'
import type { PeriodChoices } from './period-panel.tsx'

const PeriodPanel = lazy(() => import('./period-panel.tsx').then((module) => ({ default: module.PeriodPanel })))

type Props = PeriodChoices & {
  /** The period that is chosen, in words. */
  text: string
}

/** Says which period shows; a press offers others: this month, the last one, any month, any days. */
export function PeriodButton({ text, ...choices }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        icon="clock"
        label={`${choices.label}: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      <Suspense fallback={null}>
        {open && <PeriodPanel {...choices} anchor={button} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
