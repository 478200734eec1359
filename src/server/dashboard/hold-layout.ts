import { draftSchema } from '../../shared/kit/schema.ts'
import { formOf, type Widget } from '../../shared/widgets/declare.ts'
import { isWidget, widgetOf } from '../../shared/widgets/index.ts'
import { COLUMNS, overlap, type Placed, type WidgetSettings } from '../../shared/widgets/layout.ts'
import type { Looking } from '../kit/context.ts'
import { holdReferences } from '../kit/reach/hold.ts'
import { type Figures, Refusal, wrongField } from '../kit/refusal.ts'
import { parse } from '../kit/validation.ts'

/** A layout that can be shown as it is, its settings as the kit reads them; refused at the field that is wrong. */
export async function heldLayout(placed: readonly Placed[], looking: Looking): Promise<Placed[]> {
  const held: Placed[] = []
  for (const [at, one] of placed.entries())
    held.push({ ...one, settings: await settingsOf(holdPlace(placed, at), one.settings, at, looking) })
  return held
}

function holdPlace(placed: readonly Placed[], at: number): Widget {
  const one = placed[at] as Placed
  const wrong = (field: string, key: string, figures?: Figures) => wrongField(`widgets.${at}.${field}`, key, figures)
  if (!isWidget(one.widget)) throw wrong('widget', 'not_a_choice')
  const { least } = widgetOf(one.widget)
  const before = placed.slice(0, at)
  if (before.some(({ id }) => id === one.id)) throw wrong('id', 'already_taken')
  if (one.w < least.w) throw wrong('w', 'too_small', { min: least.w })
  if (one.h < least.h) throw wrong('h', 'too_small', { min: least.h })
  if (one.x + one.w > COLUMNS) throw wrong('w', 'too_big', { max: COLUMNS - one.x })
  if (before.some((other) => overlap(one, other))) throw wrong('y', 'widgets_overlap')
  return widgetOf(one.widget)
}

/** What is wrong with a field of the settings is said at the whole path to it. */
async function settingsOf(widget: Widget, given: WidgetSettings, at: number, { db, person }: Looking) {
  const entity = formOf(widget)
  try {
    const settings = parse(draftSchema(entity), given, { fields: widget.settings, exact: true }) as WidgetSettings
    await holdReferences(db, person, entity, settings)
    return settings
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 422) throw error
    const fields = Object.entries(error.fields).map(([name, said]) => [`widgets.${at}.settings.${name}`, said])
    throw new Refusal(422, error.key, { fields: Object.fromEntries(fields), hidden: error.hidden })
  }
}
