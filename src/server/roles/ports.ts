/** Called once a change of roles is durable: whoever has them may do something else now. */
export type RightsChanged = () => void
