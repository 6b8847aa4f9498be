import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DateField } from '#ui/kit/DateField.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { useRequestKey } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { PublishSupplementaryDocument } from './reexamination.graphql.ts'

interface PublishDialogProps {
  sectionId: string
  name: string
  /** Students with all second marks and without a card. */
  students: number
  onClose: () => void
}

/** Publishes cards of the students who were examined again, beside those of their section. */
export function PublishDialog({ sectionId, name, students, onClose }: PublishDialogProps) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const withKey = useRequestKey()
  const [visibleFrom, setVisibleFrom] = useState<string>(schoolDay(new Date()))
  const [promotedTo, setPromotedTo] = useState('')
  return (
    <ConfirmDialog
      open
      title={t`Publish results of ${name}?`}
      confirmLabel={t`Publish results`}
      destructive={false}
      canConfirm={/^\d{4}-\d{2}-\d{2}$/.test(visibleFrom)}
      onConfirm={async () => {
        const { publishResults } = await withKey((key) =>
          send(PublishSupplementaryDocument, {
            schoolId,
            input: { key, sectionId, visibleFrom, promotedTo, supplementary: true },
          }),
        )
        const { cards } = publishResults
        showSuccess(plural(cards, { one: '# report card was published', other: '# report cards were published' }))
      }}
      onClose={onClose}
    >
      <Stack gap={4}>
        <p>
          {plural(students, {
            one: '# student who was examined again gets a new report card. The cards of the others stay as they are.',
            other: '# students who were examined again get new report cards. The cards of the others stay as they are.',
          })}
        </p>
        <DateField label={t`Families see them from`} required value={visibleFrom} onChange={setVisibleFrom} />
        <TextField
          label={t`Promoted to class`}
          maxLength={60}
          value={promotedTo}
          hint={t`Printed for those who have passed; empty if it is not said`}
          onChange={({ target }) => setPromotedTo(target.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
