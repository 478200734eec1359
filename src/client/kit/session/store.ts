import { createStore } from 'jotai'

/** One store for components and for code outside of them: the API client ends a session, the live channel reads it. */
export const store = createStore()
