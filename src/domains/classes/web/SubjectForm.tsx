import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { TeachersSelect } from '#domains/users/web/users.exports.tsx'
import { defaultSlot } from '../classes.rules.ts'
import { subjectForm, subjectUpdate } from '../classes.schema.ts'
import { SectionSelect } from './sectionSelect.exports.tsx'
import { AddSubjectDocument, type SubjectDetailsFragment, UpdateSubjectDocument } from './classes.graphql.ts'
import { slotInput, TimetableFields } from './TimetableFields.tsx'

/**
 * Form for a new subject of `sectionId`, or of a section chosen in the form, which then stays chosen for the next
 * subject.
 */
export function AddSubjectForm({ sectionId, sr = 1, onDone }: { sectionId?: string; sr?: number; onDone?: () => void }) {
  const { schoolId } = useActiveSchool()
  const blank = { sectionId: sectionId ?? '', name: '', sr: String(sr), teacherIds: [], timetable: [slotInput(defaultSlot)] }
  const command = useCommandForm({
    schema: subjectForm,
    mutation: AddSubjectDocument,
    defaultValues: blank,
    variables: (input) => ({
      schoolId,
      input: { ...input, sectionId: String(input.sectionId), teacherIds: input.teacherIds.map(String) },
    }),
    success: t`Subject Added Successfully!`,
    onStored: (_, input) =>
      onDone ?? command.form.reset({ ...blank, sectionId: String(input.sectionId), sr: String(input.sr + 1) }),
    onDone: () => onDone?.(),
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Add Subject`}
      inDialog={onDone !== undefined}
      {...(onDone ? { onCancel: onDone } : {})}
    >
      {sectionId === undefined && (
        <FormWide>
          <SectionSelect name="sectionId" required holds="section" />
        </FormWide>
      )}
      <SubjectFields />
    </CommandForm>
  )
}

/** Form for the fields, teachers and timetable of a subject. */
export function EditSubjectForm({ of, onDone }: { of: SubjectDetailsFragment; onDone: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: subjectUpdate,
    mutation: UpdateSubjectDocument,
    defaultValues: {
      id: of.id,
      name: of.name,
      sr: String(of.sr),
      teacherIds: of.teachers.map((teacher) => teacher.id),
      timetable: of.timetable.map(slotInput),
    },
    variables: (input) => ({ schoolId, input: { ...input, id: of.id, teacherIds: input.teacherIds.map(String) } }),
    success: t`Subject Updated Successfully!`,
    onDone,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Subject`} inDialog onCancel={onDone}>
      <SubjectFields also={of.teachers} />
    </CommandForm>
  )
}

function SubjectFields({ also = [] }: { also?: SubjectDetailsFragment['teachers'] }) {
  return (
    <>
      <TextField name="name" label={t`Subject`} required />
      <TextField name="sr" label={t`SR`} type="number" inputMode="numeric" required hint={t`The position in lists`} />
      <FormWide>
        <TeachersSelect name="teacherIds" also={also} />
      </FormWide>
      <FormWide>
        <TimetableFields />
      </FormWide>
    </>
  )
}
