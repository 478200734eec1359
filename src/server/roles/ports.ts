/** Called once a change of roles is durable: anyone who has them may do something else now. */
export type RightsChanged = () => void
