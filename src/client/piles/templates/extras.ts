import type { EntityExtras } from '../../kit/records/extras.ts'
import { lazy } from '../../kit/ui/lazy.ts'

export const configurationTemplateExtras: EntityExtras = {
  inputs: {
    expected: lazy(() => import('./expected-input.tsx').then((module) => ({ default: module.ExpectedInput }))),
  },
  List: lazy(() => import('./template-list.tsx').then((module) => ({ default: module.TemplateList }))),
  Page: lazy(() => import('./template-page.tsx').then((module) => ({ default: module.TemplatePage }))),
}
