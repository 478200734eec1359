import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOneOf, type PileCommand } from '../../shared/commands/declare.ts'
import { formOf } from '../../shared/endpoints/pile-commands.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { type Draft, emptyDraft } from '../kit/fields/draft.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useHelp } from '../kit/i18n/use-help.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { isIcon } from '../kit/ui/more-icon.tsx'
import { asksFor, buttonsOf, type Given, useCommandWords } from './commands.ts'

/** What is said with a command, what is wrong with it, and whether it is on its way; `begin`: what stands there at first. */
export function useCommandForm(command: PileCommand, give: (said: Draft) => Promise<Given>, begin: Draft = {}) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft(formOf(command)), ...begin }))
  const [errors, setErrors] = useState<Given['errors']>({})
  const [busy, setBusy] = useState<string | true | null>(null)
  return {
    draft,
    errors,
    busy,
    change(name: string, value: unknown) {
      setDraft((all) => ({ ...all, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
    /** True when it was taken. */
    async press(button: string | null): Promise<boolean> {
      setBusy(button ?? true)
      const said = command.buttons === null ? draft : { ...draft, [command.buttons]: button }
      const { taken, errors: wrong } = await give(said)
      setBusy(null)
      setErrors(wrong)
      return taken
    },
  }
}

type Form = ReturnType<typeof useCommandForm>

/** References that may not be looked up cannot be chosen: a person reads why. */
export function useUnlisted(command: PileCommand): string | null {
  const { t } = useTranslation('entities')
  const may = useMay()
  const closed = asksFor(command).find((name) => {
    const { to, optional } = command.fields[name] ?? {}
    return to !== undefined && !optional && !may(permissionOf({ name: to }, 'list'))
  })
  return closed === undefined ? null : t(`command.unlisted.${closed}`)
}

interface InputsProps {
  command: PileCommand
  form: Form
  /** What is asked elsewhere in another way. */
  without?: readonly string[]
}

/** The inputs of a command's fields, by their kinds; what is wrong stands at its field. */
export function CommandInputs({ command, form, without = [] }: InputsProps) {
  const entity = formOf(command)
  const words = useWords(entity)
  const help = useHelp(entity)
  const names = asksFor(command).filter((name) => !without.includes(name))
  return names.map((name) => {
    const field = command.fields[name]
    const isRequired = !field?.optional && field?.initial === undefined
    return (
      <Labelled key={name} label={words.label(name)} required={isRequired} hint={help(name)} error={form.errors[name]}>
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <FieldInput
            {...{ entity, name, id, invalid, describedBy }}
            value={form.draft[name]}
            onChange={(value) => form.change(name, value)}
            disabled={false}
          />
        )}
      </Labelled>
    )
  })
}

interface ButtonsProps {
  command: PileCommand
  form: Form
  /** The word on the only button; the command's name where it says nothing else. */
  word?: string
  primary?: boolean
  onTaken?: () => void
}

/** A command's buttons: one, or one for each value of a choice. */
export function CommandButtons({ command, form, word, primary, onTaken }: ButtonsProps) {
  const words = useCommandWords(command)
  const { icon } = command
  return buttonsOf(command).map((value) => (
    <Button
      key={value}
      look={primary ? 'primary' : 'plain'}
      {...(primary && isIcon(icon) && { icon })}
      danger={isOneOf(command.danger, value)}
      busy={form.busy === (value ?? true)}
      onClick={async () => {
        if (await form.press(value)) onTaken?.()
      }}
    >
      {value === null && word ? word : words.button(value)}
    </Button>
  ))
}
