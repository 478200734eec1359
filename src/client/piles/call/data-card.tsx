import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendData } from '../../../shared/commands/send-data.ts'
import { formOf, pileCommands } from '../../../shared/endpoints/pile-commands.ts'
import { type VendorMessage, vendorMessage } from '../../../shared/entities/vendor-message.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import { useSend } from '../../kit/api/queries.ts'
import { emptyDraft } from '../../kit/fields/draft.ts'
import { useRecords } from '../../kit/fields/use-records.ts'
import { EntityForm } from '../../kit/forms/entity-form.tsx'
import { removeRecord } from '../../kit/records/page/remove-record.tsx'
import { useMay } from '../../kit/session/can.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import { CommandInputs } from '../command-form.tsx'
import css from './raw-call.module.css'

interface Command {
  status: string
  answer: string | null
}

/** What a saved message says, by the command's fields. */
const saidOf = ({ vendor_id, message_id, data }: VendorMessage) => ({ vendor_id, message_id, data })

/** What the pile said to it. */
function Answer({ command: { status, answer } }: { command: Command }) {
  const { t } = useTranslation(['pile_call', 'piles'])
  if (answer === null)
    return (
      <Banner tone="waiting">{t(`piles:command.${status === 'not_connected' ? 'not_connected' : 'no_answer'}`)}</Banner>
    )
  return (
    <section aria-live="polite">
      <small>{t('answer')}</small>
      <pre className={css.answer}>{JSON.stringify(JSON.parse(answer), null, 2)}</pre>
    </section>
  )
}

function useSaved() {
  const may = useMay()
  const { data } = useRecords(
    vendorMessage,
    { page_num: 1, page_size: 50, prop: 'vendor_id', order: 'asc' } as never,
    {},
    may(permissionOf(vendorMessage, 'list')),
  )
  return (data?.rows ?? []) as unknown as VendorMessage[]
}

/** A vendor's own message, from those that are saved or written here; the pile's answer stands below. */
export function DataCard({ pileId }: { pileId: number }) {
  const { t } = useTranslation(['pile_call', 'piles'])
  const may = useMay()
  const saved = useSaved()
  const [chosen, setChosen] = useState<number | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [draft, setDraft] = useState(() => emptyDraft(formOf(sendData)))
  const sending = useSend(pileCommands.send_data, ['command'])
  const options = saved.map(({ id, name, vendor_id }) => ({ key: id, label: name, note: vendor_id }))
  const row = saved.find(({ id }) => id === chosen)
  const form = {
    ...{ draft, errors: sending.error?.fields ?? {}, busy: null, press: async () => false },
    change(name: string, value: unknown) {
      sending.reset()
      setDraft((all) => ({ ...all, [name]: value }))
    },
  }
  return (
    <Card title={t('data.title')}>
      {saved.length > 0 && (
        <Labelled label={t('data.saved')}>
          {({ id }) => (
            <span className={css.saved}>
              <Select<number>
                id={id}
                label={t('data.saved')}
                options={options}
                clearable
                placeholder={t('choose')}
                value={options.find(({ key }) => key === chosen) ?? null}
                onChange={(option) => {
                  setChosen(option?.key ?? null)
                  const found = saved.find((one) => one.id === option?.key)
                  if (found) setDraft(saidOf(found))
                }}
              />
              {row && may(permissionOf(vendorMessage, 'delete')) && (
                <Button
                  look="quiet"
                  icon="trash"
                  label={t('data.remove', { name: row.name })}
                  onClick={async () => {
                    if (await removeRecord(vendorMessage, row as never)) setChosen(null)
                  }}
                />
              )}
            </span>
          )}
        </Labelled>
      )}
      <CommandInputs command={sendData} form={form} />
      <div className={css.send}>
        <span className={css.way}>
          <Button
            look="primary"
            busy={sending.isPending}
            onClick={() => sending.mutate({ ...draft, id: pileId } as never)}
          >
            {t('send')}
          </Button>
          {may(permissionOf(vendorMessage, 'create')) && (
            <Button onClick={() => setSaving(true)}>{t('data.save')}</Button>
          )}
        </span>
      </div>
      {sending.error && Object.keys(sending.error.fields).length === 0 && (
        <Banner tone="faulted" icon="warning">
          {sending.error.message}
        </Banner>
      )}
      {sending.data && <Answer command={sending.data.command as unknown as Command} />}
      {isSaving && (
        <Suspense fallback={null}>
          <EntityForm entity={vendorMessage} row={null} initial={draft} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </Card>
  )
}
