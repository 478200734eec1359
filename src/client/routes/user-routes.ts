import type { routeIndex } from '../../shared/endpoints/people.ts'
import type { Data } from '../../shared/kit/endpoint.ts'

/** The transfer list of one user. */
export type UserRoutes = Data<typeof routeIndex>
