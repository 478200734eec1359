import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_BERTHS, numberBerths } from '../../shared/endpoints/berths.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useSend } from '../kit/api/queries.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { toast } from '../kit/ui/toast.ts'

const isFigure = (value: unknown): value is number => typeof value === 'number'

/** The first and the last number that would be made. */
function spanOf(prefix: string, from: number, count: number): { first: string; last: string } {
  const last = from + count - 1
  const digits = String(last).length
  const serial = (number: number) => prefix + String(number).padStart(digits, '0')
  return { first: serial(from), last: serial(last) }
}

/** Numbers a site's berths in one go. */
export function NumberDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { t } = useTranslation(['sites', 'common'])
  const id = useId()
  const [prefix, setPrefix] = useState('A-')
  const [from, setFrom] = useState<number | string | null>(1)
  const [count, setCount] = useState<number | string | null>(20)
  const send = useSend(numberBerths, ['berth'])
  const { fields = {} } = send.error ? asFailure(send.error) : {}
  const ready = isFigure(from) && isFigure(count) && count >= 1 && count <= MOST_BERTHS
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!ready) return
    try {
      const { made, kept } = await send.mutateAsync({ site_id: siteId, prefix, from, count })
      toast(t('number.done', { made, kept }), { tone: 'success' })
      onClose()
    } catch (error) {
      const failure = asFailure(error)
      if (Object.keys(failure.fields).length === 0) toast(failure.message, { tone: 'error' })
    }
  }
  return (
    <Dialog
      small
      title={t('number.title')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={id} look="primary" busy={send.isPending} disabled={!ready}>
            {t('number.make', { count: isFigure(count) ? count : 0 })}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <Labelled label={t('number.prefix')} error={fields.prefix}>
          {(input) => (
            <Input {...input} value={prefix} maxLength={20} onChange={(event) => setPrefix(event.target.value)} />
          )}
        </Labelled>
        <Labelled label={t('number.from')} error={fields.from}>
          {({ 'aria-describedby': describedBy, ...input }) => (
            <FigureInput {...input} describedBy={describedBy} scale={1} value={from} onChange={setFrom} />
          )}
        </Labelled>
        <Labelled label={t('number.count', { most: MOST_BERTHS })} error={fields.count}>
          {({ 'aria-describedby': describedBy, ...input }) => (
            <FigureInput {...input} describedBy={describedBy} scale={1} value={count} onChange={setCount} />
          )}
        </Labelled>
        {ready && <small>{t('number.span', spanOf(prefix, from, count))}</small>}
      </form>
    </Dialog>
  )
}
