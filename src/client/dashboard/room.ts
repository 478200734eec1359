import { createContext, useContext } from 'react'

/** A row of the grid grows with the letters: two lines of text. */
export const ROW_REM = 2
export const GAP = 14
/** A card's head, padding and border. */
const AROUND = 72

export const rowPx = () => ROW_REM * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

/** What so many rows leave for what stands under a card's head, in px. */
export const roomIn = (rows: number): number => rows * rowPx() + (rows - 1) * GAP - AROUND

export const Room = createContext<number | null>(null)

/** How high a chart or a map may be, in px: what its place leaves, or on a phone, where nothing is cut, its usual height. */
export const useRoom = (usual: number): number => useContext(Room) ?? usual
