import type { ComponentType } from 'react'

/** What other features show on a pile's page; whoever puts the console together hands it over. */
export interface PileFaces {
  Orders: ComponentType<{ pileId: number }>
  Alarms: ComponentType<{ pileId: number }>
  Log: ComponentType<{ station: string }>
}
