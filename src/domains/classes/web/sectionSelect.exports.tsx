import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useSectionChoices } from './classes.exports.tsx'

export interface SectionSelectProps<Values extends FieldValues> {
  /** The form's field. */
  name: FieldPath<Values>
  label?: string
  required?: boolean
  disabled?: boolean
  /** Format of the value: "classId:sectionId" (as the specification has it), or the section's id. */
  holds?: 'classAndSection' | 'section'
}

/** A form field that selects a section of the looked-at term by typing "7-B"; '' for none. */
export function SectionSelect<Values extends FieldValues = FieldValues>(props: SectionSelectProps<Values>) {
  const { name, label = t`Class and Section`, required = false, disabled = false, holds = 'classAndSection' } = props
  const { sections, error } = useSectionChoices()
  const options = useMemo(
    () => (sections ?? []).map(({ id, title, value }) => ({ value: holds === 'section' ? id : value, label: title })),
    [sections, holds],
  )
  return (
    <ChoiceField<Values>
      name={name}
      label={label}
      required={required}
      disabled={disabled}
      options={options}
      loading={!sections && !error}
      {...(error ? { hint: genericMessage(failureOf(error)) } : {})}
    />
  )
}
