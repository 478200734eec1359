import { useTranslation } from 'react-i18next'
import { permissionOf, type Titled } from '../../../shared/kit/entity.ts'
import { useWords } from '../i18n/use-words.ts'
import { useMay } from '../session/can.tsx'
import { askForNew } from '../session/new-record.ts'
import { Button } from '../ui/button.tsx'
import { entityNamed } from './entity-named.ts'

/** A form is enough for these; the others begin with more than their fields. */
const BY_FORM: ReadonlySet<string> = new Set([
  'site',
  'pile_type',
  'customer',
  'merchant',
  'dept',
  'billing_rule',
  'card',
  'wall_display',
])

interface Props {
  /** The entity's name. */
  to: string
  onMade: (made: Pick<Titled, 'id'>) => void
}

/** Adds a record that is missing among those to choose from, over the form that asks for it; for who may. */
export function NewInPlace({ to, onMade }: Props) {
  const { t } = useTranslation('common')
  const may = useMay()
  const entity = entityNamed(to)
  const { one } = useWords(entity)
  if (!BY_FORM.has(to) || !may(permissionOf(entity, 'create'))) return null
  return <Button icon="plus" label={t('action.add_one', { one })} onClick={() => askForNew({ entity: to, onMade })} />
}
