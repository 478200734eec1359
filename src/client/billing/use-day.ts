import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coverage, isComplete } from '../../shared/domain/coverage.ts'
import { arrangeDay } from '../../shared/endpoints/billing.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
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
  const { t } = useTranslation(['billing', 'errors', 'common'])
  const [rules, setRules] = useState<readonly DraftRule[]>(kept)
  const [base, setBase] = useState(kept)
  const [tried, setTried] = useState(false)
  const sending = useSend(arrangeDay, ['strategy', 'billing_rule', 'site'])
  const dirty = useMemo(() => JSON.stringify(rules) !== JSON.stringify(base), [rules, base])

  // Somebody else's change shows at once where nothing is being edited here.
  useEffect(() => {
    if (dirty || JSON.stringify(kept) === JSON.stringify(base)) return
    setBase(kept)
    setRules(kept)
  }, [kept, base, dirty])

  const errors = useMemo(() => {
    const wrong: Record<string, Record<string, string>> = refusedByRule(sending.error?.fields ?? {}, rules)
    if (!tried) return wrong
    for (const rule of rules) {
      const problems = Object.entries(problemsOfDraft(billingRule, { ...arranged(rule), status: 'enabled' }))
      if (!problems.length) continue
      const said = problems.map(([field, problem]) => [field, t(`errors:${problem.key}`, { ...problem.figures })])
      wrong[rule.key] = { ...wrong[rule.key], ...Object.fromEntries(said) }
    }
    return wrong
  }, [sending.error, rules, tried, t])

  function save() {
    setTried(true)
    const unready = rules.some(
      (rule) => Object.keys(problemsOfDraft(billingRule, { ...arranged(rule), status: 'enabled' })).length,
    )
    if (unready || !isComplete(coverage(rules))) return
    const body = { id: strategy?.id ?? null, rules: rules.map(arranged) }
    const more = { ...(strategy && { version: strategy.version }), ...(name !== undefined && { name }) }
    sending.mutate(
      { ...body, ...more },
      {
        onSuccess: ({ id, copied }) => {
          setTried(false)
          setBase(rules)
          toast(copied.length ? t('editor.saved_copies', { count: copied.length }) : t('common:done.saved'), {
            tone: 'success',
          })
          onSaved(id)
        },
      },
    )
  }

  function discard() {
    sending.reset()
    setTried(false)
    setBase(kept)
    setRules(kept)
  }

  const fields = sending.error?.fields ?? {}
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
