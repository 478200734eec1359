import { createContext, useContext } from 'react'

/** The dialog that is on top: what a control opens must lie inside of it, for all else is inert while it shows. */
export const Layer = createContext<HTMLElement | null>(null)
export const useLayer = () => useContext(Layer)
