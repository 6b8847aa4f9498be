import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { SectionSelect } from '#domains/classes/web/sectionSelect.exports.tsx'
import { MakeGuardianLinksDocument } from './links.graphql.ts'
import type { MadeLinks } from './madeLinks.ts'
import { linkTargets, makeLinksForm } from './makeLinksForm.ts'
import { StudentChoice } from '#domains/classes/web/studentChoice.exports.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Radio, RadioGroup } from '#ui/kit/Checkbox.tsx'
import { GroupLabel } from '#ui/kit/Field.tsx'

const targetLabels: Readonly<Record<(typeof linkTargets)[number], string>> = {
  student: t`One student`,
  section: t`A section`,
  all: t`Everybody with pending fees`,
}

/** The dialog for making pay links. A guardian gets one link for all their children. */
export function MakeLinksDialog({ onMade, onClose }: { onMade: (made: MadeLinks) => void; onClose: () => void }) {
  const groupId = useId()
  const { schoolId, termId } = useActiveSchool()
  const command = useCommandForm({
    schema: makeLinksForm,
    mutation: MakeGuardianLinksDocument,
    defaultValues: { who: 'student', studentId: '', sectionId: '', days: '30' },
    variables: ({ who, studentId, sectionId, days }) => ({
      schoolId,
      input: { termId, days, ...(who === 'student' ? { studentId } : who === 'section' ? { sectionId } : {}) },
    }),
    failure: actionFailedMessage,
    onDone: ({ makeGuardianLinks }) => {
      onMade(makeGuardianLinks)
      onClose()
    },
  })
  const who = useWatch({ control: command.form.control, name: 'who' })
  return (
    <Dialog title={t`Make pay links`} onClose={command.saving ? undefined : onClose}>
      <CommandForm command={command} submitLabel={t`Make links`} onCancel={onClose} inDialog>
        <FormWide>
          <div>
            <GroupLabel id={groupId}>
              <Trans>For whom</Trans>
            </GroupLabel>
            <Controller
              control={command.form.control}
              name="who"
              render={({ field }) => (
                <RadioGroup aria-labelledby={groupId} {...field}>
                  {linkTargets.map((target) => (
                    <Radio key={target} value={target} label={targetLabels[target]} />
                  ))}
                </RadioGroup>
              )}
            />
          </div>
        </FormWide>
        {who === 'student' && (
          <FormWide>
            <StudentChoice name="studentId" />
          </FormWide>
        )}
        {who === 'section' && (
          <FormWide>
            <SectionSelect name="sectionId" label={t`Section`} required holds="section" />
          </FormWide>
        )}
        <FormWide>
          <TextField
            name="days"
            label={t`Valid for days`}
            type="number"
            required
            hint={t`From 1 to 90. A link that exists already is kept and extended.`}
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
