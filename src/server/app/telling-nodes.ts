import type { Bus } from '../kit/bus.ts'
import type { LiveChannel } from '../live/channel.ts'

/** Says that a record changed: to the browsers of this node, and to those of the others. */
export interface Telling {
  changed(entity: string, id: number): void
}

const TOPIC = 'changed'

/** `live` is asked for late: what tells is needed before there is a channel. */
export function tellingNodes(bus: Bus, live: () => LiveChannel): Telling {
  bus.subscribe(TOPIC, (line) => {
    const [entity = '', id] = line.split(' ')
    live().changed(entity, Number(id))
  })
  bus.onGap(() => live().missed())
  return {
    changed(entity, id) {
      live().changed(entity, id)
      bus.publish(TOPIC, `${entity} ${id}`)
    },
  }
}
