import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forMany } from '../../../shared/commands/many.ts'
import { raiseProfile } from '../../../shared/commands/raise-profile.ts'
import { installCertificate } from '../../../shared/commands/roots.ts'
import type { RootUse } from '../../../shared/domain/root-certificate.ts'
import { lowerProfile } from '../../../shared/endpoints/security.ts'
import { useDecision } from '../../kit/api/use-decision.ts'
import { Button } from '../../kit/ui/button.tsx'
import { DecisionDialog } from '../../kit/ui/decision-dialog.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { CommandButtons, CommandInputs, useCommandForm, useUnlisted } from '../command-form.tsx'
import { useGive, useGiveMany } from '../commands.ts'

interface Props {
  pileId: number
  onClose: () => void
}

const forOne = forMany(raiseProfile)

/** Has a pile go over to a higher profile: a campaign of one, which asks it first what it has. */
export function RaiseDialog({ pileId, onClose }: Props) {
  const { t } = useTranslation(['certificates', 'common'])
  const form = useCommandForm(forOne, useGiveMany({ ids: [pileId] }, forOne))
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <CommandButtons command={forOne} form={form} word={t('security.raise')} primary onTaken={onClose} />
    </>
  )
  return (
    <Dialog small title={t('security.raise_title')} onClose={onClose} foot={foot}>
      <p>{t('security.raise_text')}</p>
      <CommandInputs command={raiseProfile} form={form} />
    </Dialog>
  )
}

/** Gives a pile a root to believe. */
export function InstallDialog({ pileId, use, onClose }: Props & { use: RootUse }) {
  const { t } = useTranslation(['certificates', 'common'])
  const give = useGive(pileId, installCertificate)
  const form = useCommandForm(installCertificate, (said) => give({ ...said, use }))
  const unlisted = useUnlisted(installCertificate)
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      {unlisted === null && (
        <CommandButtons
          command={installCertificate}
          form={form}
          word={t('security.install')}
          primary
          onTaken={onClose}
        />
      )}
    </>
  )
  const { use: _, ...fields } = installCertificate.fields
  return (
    <Dialog
      small
      title={`${t('security.install_title')} · ${t(`security.roots_${use}`)}`}
      onClose={onClose}
      foot={foot}
    >
      {unlisted === null ? (
        <CommandInputs command={{ ...installCertificate, fields }} form={form} />
      ) : (
        <p>{unlisted}</p>
      )}
    </Dialog>
  )
}

/** Lets a pile in by less than it came by: it was set back where it stands. */
export function LowerDialog({ pileId, floor, onClose }: Props & { floor: number }) {
  const { t } = useTranslation('certificates')
  const lower = ['0', '1', '2'].filter((profile) => Number(profile) < Math.max(floor, 1))
  const [profile, setProfile] = useState(lower.at(-1) ?? '0')
  const lowering = useDecision(lowerProfile, {
    changes: ['pile'],
    done: t('security.lowered'),
    onDone: onClose,
  })
  return (
    <DecisionDialog
      title={t('security.lower_title')}
      action={t('security.lower')}
      danger
      busy={lowering.busy}
      error={lowering.elsewhere}
      onDecide={() => lowering.send({ id: pileId, profile: Number(profile) })}
      onClose={onClose}
    >
      <p>{t('security.lower_text')}</p>
      <Segments
        label={t('security.floor')}
        options={lower.map((key) => ({ key, label: t(`security.profiles.${key}`) }))}
        value={profile}
        onChange={setProfile}
      />
    </DecisionDialog>
  )
}
