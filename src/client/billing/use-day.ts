import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coverage, isComplete } from '../../shared/domain/coverage.ts'
import { arrangeDay } from '../../shared/endpoints/billing.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useSend } from '../kit/api/queries.ts'
import { problemsOfDraft } from '../kit/fields/draft.ts'
import { toast } from '../kit/ui/toast.ts'
import { arranged, type DraftRule } from './day-draft.ts'

/** What is wrong with each rule, by its place in the day and the field. */
export type DayErrors = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Options {
  /** Null for a strategy that is being made. */
  strategy: { id: number; version: number } | null
  name?: string
  rules: readonly DraftRule[]
  onSaved: (id: number) => void
}

/** A day that is being edited, what is wrong with it, and saving it as a whole. */
export function useDay({ strategy, name, rules: kept, onSaved }: Options) {
  const { t } = useTranslation(['billing', 'common'])
  const [rules, setRules] = useState<readonly DraftRule[]>(kept)
  const [base, setBase] = useState(kept)
  const [tried, setTried] = useState(false)
  const sending = useSend(arrangeDay, ['strategy', 'billing_rule', 'site'])
  const dirty = useMemo(() => JSON.stringify(rules) !== JSON.stringify(base), [rules, base])

  // Another person's change shows at once where nothing is being edited here. Taken before anything is drawn: an effect would show a
  // day without prices first.
  if (!dirty && JSON.stringify(kept) !== JSON.stringify(base)) {
    setBase(kept)
    setRules(kept)
  }

  const errors = useErrors(rules, sending.error?.fields ?? NONE, tried)

  function save() {
    setTried(true)
    if (rules.some((rule) => problemsOf(rule).length > 0) || !isComplete(coverage(rules))) return
    const more = { ...(strategy && { version: strategy.version }), ...(name !== undefined && { name }) }
    sending.mutate({ id: strategy?.id ?? null, rules: rules.map(arranged), ...more }, { onSuccess: saved })
  }

  function saved({ id, copied }: Data<typeof arrangeDay>) {
    setTried(false)
    setBase(rules)
    const words = copied.length ? t('editor.saved_copies', { count: copied.length }) : t('common:done.saved')
    toast(words, { tone: 'success' })
    onSaved(id)
  }

  function discard() {
    sending.reset()
    setTried(false)
    setBase(kept)
    setRules(kept)
  }

  const fields = sending.error?.fields ?? NONE
  const elsewhere = sending.error && !Object.keys(fields).some((field) => /^rules\.\d/.test(field) || field === 'name')
  return {
    rules,
    change(next: readonly DraftRule[]) {
      if (sending.error) sending.reset()
      setRules(next)
    },
    dirty,
    tried,
    errors,
    nameError: fields.name,
    /** What is wrong and belongs to no rule. */
    failure: elsewhere ? (fields.rules ?? sending.error?.message) : undefined,
    conflict: sending.error?.code === 409 && Object.keys(fields).length === 0,
    busy: sending.isPending,
    save,
    discard,
  }
}
export type Day = ReturnType<typeof useDay>

const NONE: Readonly<Record<string, string>> = {}

const problemsOf = (rule: DraftRule) =>
  Object.entries(problemsOfDraft(billingRule, { ...arranged(rule), status: 'enabled' }))

/** What the server refused, and once saving was tried what is wrong here. */
function useErrors(rules: readonly DraftRule[], fields: Readonly<Record<string, string>>, tried: boolean): DayErrors {
  const { t } = useTranslation('errors')
  return useMemo(() => {
    const wrong = refusedByRule(fields, rules)
    if (!tried) return wrong
    for (const rule of rules) {
      const said = problemsOf(rule).map(([field, { key, figures }]) => [field, t(key, { ...figures })])
      if (said.length) wrong[rule.key] = { ...wrong[rule.key], ...Object.fromEntries(said) }
    }
    return wrong
  }, [fields, rules, tried, t])
}

/** `rules.2.name` of a refusal is the name of the third rule that was sent. */
function refusedByRule(fields: Readonly<Record<string, string>>, rules: readonly DraftRule[]) {
  const wrong: Record<string, Record<string, string>> = {}
  for (const [path, message] of Object.entries(fields)) {
    const [, at, field] = /^rules\.(\d+)\.(\w+)$/.exec(path) ?? []
    const rule = rules[Number(at)]
    if (rule && field) wrong[rule.key] = { ...wrong[rule.key], [field]: message }
  }
  return wrong
}
