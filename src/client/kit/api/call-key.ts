import type { Endpoint } from '../../../shared/kit/endpoint.ts'

/** Under which an endpoint's answer is kept. */
export const callKey = (endpoint: Endpoint, body: unknown) => ['call', endpoint.path, body] as const
