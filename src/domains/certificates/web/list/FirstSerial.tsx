import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { genericMessage } from '#ui/problems.ts'
import { nextSerialForm } from '../../certificates.schema.ts'
import { formatFailureText } from '../certificateTexts.ts'
import { CertificateSerialsDocument, SetNextSerialDocument } from './certificateList.graphql.ts'
import styles from './FirstSerial.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** Shows the number of the first certificate, which can be changed to continue a paper register. */
export function FirstSerial() {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(CertificateSerialsDocument, { variables: { schoolId } })
  const serials = data?.certificateSerials
  if (!serials || serials.started) return null
  return (
    <Text size="small" className={styles.hint}>
      {t`The first certificate will have no. ${serials.next}`}
      {serials.viewerCan.setNext.allowed && (
        <>
          {' · '}
          <Button
            variant="quiet"
            size="small"
            onClick={() => setOpen(true)}
            className={styles.button}
            aria-label={t`Change the first number`}
          >
            <Trans>Change</Trans>
          </Button>
        </>
      )}
      {open && (
        <FirstSerialDialog
          next={serials.next}
          onClose={() => setOpen(false)}
          onStale={() => void client.forget(['certificates'])}
        />
      )}
    </Text>
  )
}

interface FirstSerialDialogProps {
  next: number
  onClose: () => void
  /** Called when somebody has issued the first certificate meanwhile. */
  onStale: () => void
}

function FirstSerialDialog({ next, onClose, onStale }: FirstSerialDialogProps) {
  const command = useCommandForm({
    schema: nextSerialForm,
    mutation: SetNextSerialDocument,
    defaultValues: { next: String(next) },
    success: (data) => t`The first certificate will have no. ${data.setNextSerial.next}.`,
    failure: (_, failure) => formatFailureText(genericMessage(failure)),
    onRefused: ({ code }) => code === 'FORBIDDEN' && onStale(),
    onDone: onClose,
  })
  return (
    <Dialog title={t`The first number`} onClose={onClose} size="small">
      <CommandForm command={command} submitLabel={t`Save`} onCancel={onClose} inDialog>
        <FormWide>
          <Text>
            <Trans>
              To continue a paper register, enter the number after its last certificate. From the first certificate on the numbers
              go up without a gap, and this cannot be changed any more.
            </Trans>
          </Text>
        </FormWide>
        <FormWide>
          <TextField
            name="next"
            label={t`No. of the first certificate`}
            type="number"
            inputMode="numeric"
            required
            autoFocus
            maxLength={9}
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
