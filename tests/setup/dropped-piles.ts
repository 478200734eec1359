import { afterEach } from 'vitest'

/** Piles that a test connected: those that it puts in here lose their socket when it ends. */
export function droppedPiles<P extends { drop(): void }>(): P[] {
  const piles: P[] = []
  afterEach(() => {
    for (const pile of piles.splice(0)) pile.drop()
  })
  return piles
}
