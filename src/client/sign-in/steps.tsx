import css from './sign-in.module.css'

/** Where someone stands on the way: 1 of 3. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={css.steps}>
      {steps.map((step, at) => (
        <li key={step} aria-current={at === current ? 'step' : undefined} data-done={at < current || undefined}>
          <span className={css.number}>{at + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  )
}
