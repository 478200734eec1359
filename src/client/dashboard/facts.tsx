import type { ReactNode } from 'react'
import css from './list-card.module.css'

/** Figures with their names, two beside each other; what is null is not for this person. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode, string?])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(
        ([name, value, note]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
              {note && <small>{note}</small>}
            </div>
          ),
      )}
    </dl>
  )
}
