import { plural, t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { SectionSelect } from '#domains/classes/web/sectionSelect.exports.tsx'
import { messageLimitReached } from '../../discipline.rules.ts'
import { incidentForm } from '../../discipline.schema.ts'
import { IncidentStudentsDocument, RecordIncidentsDocument, type RecordIncidentsMutation } from '../discipline.graphql.ts'
import { recordIncidentsKind } from '../outboxKinds.ts'
import { IncidentFields } from './IncidentFields.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

export interface RecordDialogProps {
  /** The student, when known already. */
  student?: { id: string; name: string; sectionId: string }
  onClose: () => void
}

/** Records an incident for one student, or for several of a section at once. */
export default function RecordDialog({ student, onClose }: RecordDialogProps) {
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
    outbox: {
      kind: recordIncidentsKind as OutboxKind<object, RecordIncidentsMutation>,
      entry: ({ sectionId, studentIds, typeId, ...fields }) => ({
        ...fields,
        sectionId: String(sectionId),
        studentIds: studentIds.map(String),
        typeId: String(typeId),
      }),
      label: ({ studentIds, day }) =>
        student
          ? t`Incident of ${student.name}, ${showDay(day)}`
          : t`${plural(studentIds.length, { one: '# incident', other: '# incidents' })}, ${showDay(day)}`,
      onWaiting: () => {
        showSuccess(t`There is no connection. The incident waits on this device and is sent when there is one.`)
        onClose()
      },
    },
    success: ({ recordIncidents }, { notify }) => {
      const notNotified = notify ? recordIncidents.filter((incident) => !incident.notify) : []
      const count = recordIncidents.length
      const success = plural(count, {
        one: 'Incident Recorded Successfully!',
        other: '# Incidents Recorded Successfully!',
      })
      return notNotified.length === 0
        ? success
        : `${success} ${messageLimitReached(notNotified.map((incident) => incident.studentName))}`
    },
    failure: (message) => t`The incident has not been recorded. ${message}`,
    onDone: onClose,
  })
  return (
    <Dialog title={student ? t`Record Incident of ${student.name}` : t`Record Incident`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Record Incident`} onCancel={onClose} inDialog>
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
          label={t`Students`}
          required
          multiple
          disabled={sectionId === ''}
          options={options}
          loading={sectionId !== '' && !data && !error}
          hint={errorText ?? t`Each chosen student gets an incident`}
        />
      </FormWide>
    </>
  )
}
