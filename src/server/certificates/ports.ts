/** A target of a campaign. */
export interface Target {
  id: number
  pile_id: number
}

/** What a campaign waits for before it looks at a target again. */
export interface Wait {
  wait: 'certificate'
  seconds: number
}
