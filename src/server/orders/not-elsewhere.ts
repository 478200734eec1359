import { sql } from 'kysely'

/** Of an order: no other node has its pile now. What a node still knows of a pile that it has no more is not written. */
export const isNotElsewhere = (node: number) => sql<boolean>`not exists (
  select from pile_session s where s.pile_id = orders.pile_id and s.connected and s.node_id <> ${node})`
