/** Records of one kind that use another one, or with `field` a figure of its own that has to be settled first. */
export interface Use {
  entity: string
  field?: string
  ids: number[]
  titles: string[]
  /** How many there are in all; some are named. */
  count: number
}

/** Why one of several records was refused. */
export interface RefusedRecord {
  id: number
  title: string
  uses: Use[]
}
