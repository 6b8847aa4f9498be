import { t } from '@lingui/core/macro'
import { useController } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { MultiCombobox } from '#ui/kit/Combobox.tsx'
import { choiceOptions } from '../choiceLabels.ts'
import { type ChoiceList, joinChoices, splitChoices } from '../studentChoices.ts'
import { factsOf, type StudentField } from '../students.fields.ts'

/** The fields that the government's portal asks for. Loaded when their group is opened. */
export default function ReportingFields({ fields }: { fields: readonly StudentField[] }) {
  return fields.map((field) => <ReportingField key={field} field={field} />)
}

function ReportingField({ field }: { field: StudentField }) {
  const { kind, label, list, max } = factsOf(field)
  if (kind === 'choices' && list) return <ChoicesField field={field} label={label} list={list} />
  if (kind === 'choice' && list)
    return <SelectField name={field} label={label} options={choiceOptions(list)} emptyLabel={t`Not given`} />
  return (
    <TextField
      name={field}
      label={label}
      autoComplete="off"
      {...(max ? { maxLength: max } : {})}
      {...(kind === 'number' ? { inputMode: 'numeric' as const } : {})}
    />
  )
}

function ChoicesField({ field, label, list }: { field: StudentField; label: string; list: ChoiceList }) {
  const { field: control, fieldState } = useController({ name: field })
  const chosen = new Set(splitChoices(String(control.value ?? '')))
  const options = choiceOptions(list)
  return (
    <MultiCombobox
      label={label}
      options={options}
      value={options.filter(({ value }) => chosen.has(value))}
      onChange={(next) =>
        control.onChange(
          joinChoices(
            list,
            next.map(({ value }) => value),
          ),
        )
      }
      optionKey={({ value }) => value}
      optionLabel={(option) => option.label}
      emptyText={t`Nothing found`}
      inputRef={control.ref}
      onBlur={control.onBlur}
      error={fieldState.error !== undefined}
      hint={fieldState.error?.message}
    />
  )
}
