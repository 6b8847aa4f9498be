import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { Suspense, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { schoolTime } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { TeachersSelect } from '#domains/users/web/users.exports.tsx'
import { byName, sectionTitle } from '../classes.rules.ts'
import { sectionForm, withRequiredSr, sectionUpdate } from '../classes.schema.ts'
import { FormDialog } from './FormDialog.tsx'
import { sectionMovePreviews } from './sectionMoves.exports.ts'
import { AddSectionDocument, ClassesDocument, type SectionDetailsFragment, UpdateSectionDocument } from './classes.graphql.ts'

/** Form for a new section. On the page, the class stays chosen and the serial number increases for the next one. */
export function AddSectionForm({ classId = '', onDone }: { classId?: string; onDone?: () => void }) {
  const { schoolId, school } = useActiveSchool()
  const [notificationTime] = useState(() => schoolTime(new Date()))
  const blank = { classId, name: '', sr: '', teacherIds: [], notificationTime }
  const command = useCommandForm({
    schema: useMemo(() => withRequiredSr(sectionForm, school.attType), [school.attType]),
    mutation: AddSectionDocument,
    defaultValues: blank,
    variables: (input) => ({ schoolId, input: { ...input, ...asText(input) } }),
    success: t`Section Added Successfully!`,
    onStored: (_, { classId: place, sr }) =>
      onDone ?? command.form.reset({ ...blank, classId: String(place), sr: sr === undefined ? '' : String(sr + 1) }),
    onDone: () => onDone?.(),
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Add Section`}
      inDialog={onDone !== undefined}
      {...(onDone ? { onCancel: onDone } : {})}
    >
      <SectionFields />
    </CommandForm>
  )
}

/** The dialog Edit Section: its fields and teachers. */
export function EditSection({ of, onClose }: { of: SectionDetailsFragment; onClose: () => void }) {
  const { schoolId, school } = useActiveSchool()
  const command = useCommandForm({
    schema: useMemo(() => withRequiredSr(sectionUpdate, school.attType), [school.attType]),
    mutation: UpdateSectionDocument,
    defaultValues: {
      id: of.id,
      classId: of.class.id,
      name: of.name,
      sr: String(of.sr),
      teacherIds: of.teachers.map((teacher) => teacher.id),
      notificationTime: of.notificationTime ?? '',
    },
    variables: (input) => ({ schoolId, input: { ...input, ...asText(input), id: of.id } }),
    success: t`Section Updated Successfully!`,
    alsoChanges: ['students', 'fees'],
    onDone: onClose,
  })
  return (
    <FormDialog title={t`Edit Section`} place={sectionTitle(of)} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Update Section`} inDialog onCancel={onClose}>
        <SectionFields also={of.teachers} />
        <MoveOfSection of={of} />
      </CommandForm>
    </FormDialog>
  )
}

/** What follows from the chosen class for the students of the section. Renders nothing while the class stays. */
function MoveOfSection({ of }: { of: SectionDetailsFragment }) {
  const classId: string = useWatch({ name: 'classId' })
  if (!classId || classId === of.class.id) return null
  return (
    <FormWide>
      <Suspense fallback={null}>
        {sectionMovePreviews().map((Preview, index) => (
          <Preview key={index} sectionId={of.id} classId={classId} />
        ))}
      </Suspense>
    </FormWide>
  )
}

function asText({ classId, teacherIds }: { classId: number; teacherIds: readonly number[] }) {
  return { classId: String(classId), teacherIds: teacherIds.map(String) }
}

function SectionFields({ also = [] }: { also?: SectionDetailsFragment['teachers'] }) {
  const { schoolId, termId, school } = useActiveSchool()
  const { data, error } = useQuery(ClassesDocument, { variables: { schoolId, termId } })
  const classes = useMemo(
    () => [...(data?.classes ?? [])].sort(byName).map(({ id, name }) => ({ value: id, label: name })),
    [data],
  )
  const help = error && !data ? genericMessage(failureOf(error)) : data && classes.length === 0 ? t`Add a class first` : undefined
  return (
    <>
      <ChoiceField
        name="classId"
        label={t`Class`}
        required
        options={classes}
        loading={!data && !error}
        {...(help ? { hint: help } : {})}
      />
      <TextField name="name" label={t`Section`} required hint={t`Such as A`} />
      <TextField
        name="sr"
        label={t`SR`}
        type="number"
        inputMode="numeric"
        required={school.attType !== 'SUBJECTWISE'}
        hint={t`The position in lists`}
      />
      <TimeField name="notificationTime" label={t`Notification Time`} hint={t`When attendance messages go out`} />
      <FormWide>
        <TeachersSelect name="teacherIds" also={also} />
      </FormWide>
    </>
  )
}
