import type { Inputs } from '../kit/forms/form-fields.tsx'
import type { EntityExtras } from '../kit/records/extras.ts'
import { AppList } from './app-list.tsx'
import { AppPage } from './app-page.tsx'
import { isAsked } from './asked.ts'

/** `inputs`: what a client app may do is ticked as a role's menu is. */
export const clientAppExtras = (inputs: Inputs): EntityExtras => ({
  List: AppList,
  Page: AppPage,
  inputs,
  asks: isAsked,
})
