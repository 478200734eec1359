import { vi } from 'vitest'

/** A machine that does much else is slow: what is waited for comes, or a test's own time ends it. */
const PATIENCE = { timeout: 60_000, interval: 50 }

const { waitFor } = vi
vi.waitFor = (look, options = PATIENCE) => waitFor(look, options)
