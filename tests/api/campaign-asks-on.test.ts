import { afterAll, beforeAll, expect, test } from 'vitest'
import { Campaigns } from '../../src/server/campaigns/campaigns.ts'
import type { CampaignWork } from '../../src/server/campaigns/ports.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** A campaign of which one pile was asked and the other was not. */
async function halfAsked() {
  const { db } = database
  const [first, second] = [await makePile(db), await makePile(db)]
  const campaign = await db
    .insertInto('campaign')
    .values({
      ...{ name: 'Forget cards', action: 'clear_cards', payload: '{}', state: 'running', at_once: 1, tries: 1 },
      ...{ pause_seconds: 60, idle_only: false, until: new Date(Date.now() + 3_600_000).toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const command = await db
    .insertInto('command')
    .values({ pile_id: first.id, action: 'clear_cards', payload: '{}', status: 'done', intent: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const target = { campaign_id: campaign.id, wave: 1 }
  await db
    .insertInto('campaign_target')
    .values([
      { ...target, pile_id: first.id, state: 'sent', tries: 1, command_id: command.id },
      { ...target, pile_id: second.id, state: 'pending', tries: 0 },
    ])
    .execute()
  const states = async () => {
    const rows = await db
      .selectFrom('campaign_target')
      .select('state')
      .where('campaign_id', '=', campaign.id)
      .orderBy('id')
      .execute()
    return rows.map(({ state }) => state)
  }
  return { piles: [first.id, second.id], command: command.id, states }
}

function campaignsOf(piles: number[], intentOf: CampaignWork['intentOf']) {
  let asked = 0
  const campaigns = new Campaigns({
    db: database.db,
    works: [{ action: 'clear_cards', holds: 'answer', repeatable: true, intentOf }],
    piles: {
      connectedPiles: () => piles,
      async writeAll(asks, db) {
        const written: { id: number; send: () => Promise<void> }[] = []
        for (const { pile_id } of asks) {
          const row = {
            pile_id,
            action: 'clear_cards' as const,
            payload: '{}',
            status: 'queued' as const,
            intent: null,
          }
          const { id } = await db.insertInto('command').values(row).returning('id').executeTakeFirstOrThrow()
          written.push({ id, send: async () => void asked++ })
        }
        return written
      },
    },
    changed: () => {},
  })
  return { campaigns, asked: () => asked }
}

test('the next pile is asked with what the last one answered', async () => {
  const { piles, command, states } = await halfAsked()
  const { campaigns, asked } = campaignsOf(piles, async () => ({ ask: 'clear_cards' }))
  campaigns.moved({ id: command, status: 'done' })
  await expect.poll(states).toEqual(['done', 'sent'])
  await expect.poll(asked).toBe(1)
  await campaigns.stop()
})

test('what a pile answered is kept although the next one cannot be asked', async () => {
  const { piles, command, states } = await halfAsked()
  const { campaigns } = campaignsOf(piles, async () => {
    throw new Error('nothing to say')
  })
  campaigns.moved({ id: command, status: 'done' })
  await expect.poll(states).toEqual(['done', 'pending'])
  await campaigns.stop()
})
