import type * as z from 'zod/mini'
import { RULES } from '../commands/many.ts'
import { draftSchema } from '../kit/schema.ts'
import { formOf } from './pile-commands.ts'

/** The rules of a campaign as a form asks for them; their words stand with those of the commands. */
export const rulesForm = formOf({ fields: RULES })

/** The same beside what else a call of a campaign takes: `z.extend(body, ruleInputs).check(wholeWindow)`. */
export const ruleInputs = (draftSchema(rulesForm) as unknown as z.ZodMiniObject<Record<string, z.ZodMiniType>>).shape
