/** Called once a change of the menu is durable: it may be another one for everybody. */
export type RightsChanged = () => void
