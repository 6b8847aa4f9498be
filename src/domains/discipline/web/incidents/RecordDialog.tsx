import { useQuery } from '@apollo/client/react'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted } from '#shared/counted.ts'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failureOf, genericText } from '#ui/problems.ts'
import { notDone } from '#ui/requestKey.ts'
import { SectionSelect, useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { notToldAgain } from '../../discipline.rules.ts'
import { incidentForm } from '../../discipline.schema.ts'
import { IncidentStudentsDocument, RecordIncidentsDocument } from '../discipline.graphql.ts'
import { forgetIncidents } from '../lists.ts'
import { IncidentFields } from './IncidentFields.tsx'

export interface RecordDialogProps {
  /** Whom it is about, where that is known already. */
  student?: { id: string; name: string; sectionId: string }
  onClose: () => void
}

/** Records what one student did, or several of a section at once. */
export function RecordDialog({ student, onClose }: RecordDialogProps) {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const command = useCommandForm({
    schema: incidentForm,
    mutation: RecordIncidentsDocument,
    defaultValues: {
      sectionId: student?.sectionId ?? '',
      studentIds: student ? [student.id] : [],
      typeId: '',
      points: '',
      day: schoolDay(new Date()),
      note: '',
      actionTaken: '',
      notify: false,
    },
    variables: ({ sectionId, studentIds, typeId, ...said }, key) => ({
      schoolId,
      input: { ...said, key, sectionId: String(sectionId), studentIds: studentIds.map(String), typeId: String(typeId) },
    }),
    success: ({ recordIncidents }, { notify }) => {
      const untold = notify ? recordIncidents.filter((incident) => !incident.notify) : []
      const count = recordIncidents.length
      const done = `${count === 1 ? 'Incident' : counted(count, 'Incident')} Recorded Successfully!`
      return untold.length === 0 ? done : `${done} ${notToldAgain(untold.map((incident) => incident.studentName))}`
    },
    failure: notDone('The incident has not been recorded.'),
    update: forgetIncidents,
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>{student ? `Record Incident of ${student.name}` : 'Record Incident'}</DialogTitle>
      <CommandForm command={command} submitLabel="Record Incident" onCancel={onClose} inDialog>
        {!student && <WhoFields />}
        <IncidentFields />
      </CommandForm>
    </Dialog>
  )
}

function WhoFields() {
  const { schoolId, termId } = useActiveSchool()
  const { setValue } = useFormContext()
  const { sections } = useSectionChoices()
  const sectionId = useWatch({ name: 'sectionId' }) as string
  const only = sections?.length === 1 ? sections[0]?.id : undefined
  useEffect(() => {
    // Most teachers have one section.
    if (only !== undefined) setValue('sectionId', only)
  }, [only, setValue])
  useEffect(() => setValue('studentIds', []), [sectionId, setValue])
  const { data, error } = useQuery(IncidentStudentsDocument, {
    variables: { schoolId, input: { termId, sectionId, disabled: false, pageSize: 1000 } },
    skip: sectionId === '',
  })
  const options = useMemo(
    () => (data?.students.rows ?? []).map(({ roll, student }) => ({ value: student.id, label: `${roll} · ${student.name}` })),
    [data],
  )
  const refused = error && !data ? genericText(failureOf(error)) : undefined
  return (
    <>
      <FormWide>
        <SectionSelect name="sectionId" holds="section" required />
      </FormWide>
      <FormWide>
        <ChoiceField
          name="studentIds"
          label="Students"
          required
          multiple
          disabled={sectionId === ''}
          options={options}
          loading={sectionId !== '' && !data && !error}
          helperText={refused ?? 'One or several: each gets an incident'}
        />
      </FormWide>
    </>
  )
}
