import { useTranslation } from 'react-i18next'
import { type CheckAnswer, type CheckItem, isWrong, MOST_ANSWER } from '../../../shared/domain/inspection.ts'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { Input, TextArea } from '../../kit/ui/input.tsx'
import { useBounds } from '../inspections/use-item-words.ts'
import css from './round.module.css'
import { figureOf } from './typed.ts'

export interface ItemProps {
  item: CheckItem
  answer: CheckAnswer | undefined
  /** What is being typed, until it is said. */
  typed: string | undefined
  disabled: boolean
  onSay: (value: CheckAnswer['value']) => void
  onType: (text: string) => void
  /** What was typed is complete. */
  onTyped: () => void
}

interface ChoiceProps {
  label: string
  icon: IconName
  pressed: boolean
  wrong?: true
  disabled: boolean
  onPress: () => void
}

/** As large as a thumb in a glove. */
const Choice = ({ label, icon, pressed, wrong, disabled, onPress }: ChoiceProps) => (
  <button
    type="button"
    className={css.answer}
    aria-pressed={pressed}
    data-wrong={wrong}
    disabled={disabled}
    onClick={onPress}
  >
    <Icon name={icon} size={20} />
    {label}
  </button>
)

function Judge({ item, answer, disabled, onSay }: ItemProps) {
  const { t } = useTranslation('inspections')
  const value = answer?.value
  // What is pressed once more is taken back.
  const press = (said: boolean) => () => onSay(value === said ? null : said)
  return (
    <fieldset className={css.judge} aria-label={item.words}>
      <Choice label={t('ok')} icon="check" pressed={value === true} disabled={disabled} onPress={press(true)} />
      <Choice
        label={t('not_ok_word')}
        icon="close"
        wrong
        pressed={value === false}
        disabled={disabled}
        onPress={press(false)}
      />
    </fieldset>
  )
}

function Tick({ answer, disabled, onSay }: ItemProps) {
  const { t } = useTranslation('inspections')
  const ticked = answer?.value === true
  return (
    <Choice
      label={t('done')}
      icon="check"
      pressed={ticked}
      disabled={disabled}
      onPress={() => onSay(ticked ? null : true)}
    />
  )
}

function Figure({ item, answer, typed, disabled, onType, onTyped }: ItemProps) {
  const { t } = useTranslation('inspections')
  const bounds = useBounds()(item)
  const shown = typed ?? (typeof answer?.value === 'number' ? String(answer.value) : '')
  const unread = typed !== undefined && typed.trim() !== '' && figureOf(typed) === null
  return (
    <div>
      <Input
        aria-label={item.words}
        inputMode="decimal"
        size="large"
        invalid={unread || isWrong(item, answer)}
        value={shown}
        disabled={disabled}
        {...(item.unit && { after: item.unit })}
        onChange={(event) => onType(event.target.value)}
        onBlur={onTyped}
      />
      {unread ? <small className={css.wrong}>{t('not_a_figure')}</small> : bounds && <small>{bounds}</small>}
    </div>
  )
}

const Words = ({ item, answer, typed, disabled, onType, onTyped }: ItemProps) => (
  <TextArea
    aria-label={item.words}
    rows={2}
    maxLength={MOST_ANSWER}
    disabled={disabled}
    value={typed ?? (typeof answer?.value === 'string' ? answer.value : '')}
    onChange={(event) => onType(event.target.value)}
    onBlur={onTyped}
  />
)

const ANSWERS = { judge: Judge, tick: Tick, figure: Figure, text: Words }

/** How an item is answered: as few taps as can be. */
export function CheckAnswerInput(props: ItemProps) {
  const Answer = ANSWERS[props.item.kind]
  return <Answer {...props} />
}
