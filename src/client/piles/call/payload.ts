type Parsed = { value: Record<string, unknown>; error: null } | { value: null; error: string }

/** What was typed as a call's payload: a JSON object, or what is wrong with it. */
export function parsePayload(text: string): Parsed {
  try {
    const value = JSON.parse(text.trim() || '{}') as unknown
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return { value: null, error: '{ }' }
    return { value: value as Record<string, unknown>, error: null }
  } catch (error) {
    return { value: null, error: error instanceof Error ? error.message : String(error) }
  }
}
