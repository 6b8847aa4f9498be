import { type DetailField, transferKinds } from '#shared/paymentModes.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField as FormTextField } from '#ui/forms/TextField.tsx'
import type { Entry } from './paymentEntry.ts'

interface DetailInputProps {
  field: DetailField
  label: string
  required: string | false
  disabled: boolean
}

/** The field of what a mode asks for beside its reference. */
export function DetailInput({ field, label, required, disabled }: DetailInputProps) {
  const common = { name: field, label, required: required !== false, disabled }
  switch (field) {
    case 'transferKind':
      return <SelectField<Entry> {...common} options={transferKinds.map((kind) => ({ value: kind, label: kind }))} />
    case 'instrumentOn':
      return <DateField<Entry> {...common} />
    case 'cardLast4':
      return <FormTextField<Entry> {...common} inputMode="numeric" autoComplete="off" maxLength={4} />
    case 'bankName':
      // The browser suggests the banks that were typed before.
      return <FormTextField<Entry> {...common} maxLength={60} />
  }
}
