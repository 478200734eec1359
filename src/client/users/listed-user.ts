import type { User } from '../../shared/entities/user.ts'
import type { Titled } from '../../shared/kit/entity.ts'

/** A user as lists give it: the titles of its roles come with it. */
export type ListedUser = User & { roles: Titled[] }
