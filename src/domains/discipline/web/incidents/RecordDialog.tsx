import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { countWithNoun } from '#shared/plural.ts'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { failedOrUnknownMessage } from '#ui/requestKey.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { SectionSelect } from '#domains/classes/web/sectionSelect.exports.tsx'
import { messageLimitReached } from '../../discipline.rules.ts'
import { incidentForm } from '../../discipline.schema.ts'
import { IncidentStudentsDocument, RecordIncidentsDocument } from '../discipline.graphql.ts'
import { IncidentFields } from './IncidentFields.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

export interface RecordDialogProps {
  /** The student, when known already. */
  student?: { id: string; name: string; sectionId: string }
  onClose: () => void
}

/** Records an incident for one student, or for several of a section at once. */
export default function RecordDialog({ student, onClose }: RecordDialogProps) {
  const { schoolId } = useActiveSchool()
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
    variables: ({ sectionId, studentIds, typeId, ...fields }, key) => ({
      schoolId,
      input: { ...fields, key, sectionId: String(sectionId), studentIds: studentIds.map(String), typeId: String(typeId) },
    }),
    success: ({ recordIncidents }, { notify }) => {
      const notNotified = notify ? recordIncidents.filter((incident) => !incident.notify) : []
      const count = recordIncidents.length
      const success = `${count === 1 ? 'Incident' : countWithNoun(count, 'Incident')} Recorded Successfully!`
      return notNotified.length === 0
        ? success
        : `${success} ${messageLimitReached(notNotified.map((incident) => incident.studentName))}`
    },
    failure: failedOrUnknownMessage('The incident has not been recorded.'),
    onDone: onClose,
  })
  return (
    <Dialog title={student ? `Record Incident of ${student.name}` : 'Record Incident'} onClose={onClose}>
      <CommandForm command={command} submitLabel="Record Incident" onCancel={onClose} inDialog>
        {!student && <StudentsFields />}
        <IncidentFields />
      </CommandForm>
    </Dialog>
  )
}

function StudentsFields() {
  const { schoolId, termId } = useActiveSchool()
  const { setValue } = useFormContext()
  const { sections } = useSectionChoices()
  const sectionId = useWatch({ name: 'sectionId' }) as string
  const onlySectionId = sections?.length === 1 ? sections[0]?.id : undefined
  useEffect(() => {
    // Most teachers have one section.
    if (onlySectionId !== undefined) setValue('sectionId', onlySectionId)
  }, [onlySectionId, setValue])
  useEffect(() => setValue('studentIds', []), [sectionId, setValue])
  const { data, error } = useQuery(IncidentStudentsDocument, {
    variables: { schoolId, input: { termId, sectionId, disabled: false, pageSize: 1000 } },
    skip: sectionId === '',
  })
  const options = useMemo(
    () => (data?.students.rows ?? []).map(({ roll, student }) => ({ value: student.id, label: `${roll} · ${student.name}` })),
    [data],
  )
  const errorText = error && !data ? genericMessage(failureOf(error)) : undefined
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
          hint={errorText ?? 'Each chosen student gets an incident'}
        />
      </FormWide>
    </>
  )
}
