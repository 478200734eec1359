import type { ReactNode } from 'react'

interface Props {
  className?: string | undefined
  onEnter: () => void
  children: ReactNode
}

/** Fields of a dialog whose buttons stand outside of them: Enter decides as well, and a phone's keyboard offers it. */
export function EnterForm({ className, onEnter, children }: Props) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      {children}
      <button type="submit" hidden />
    </form>
  )
}
