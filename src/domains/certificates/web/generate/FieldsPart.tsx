import { plural, t } from '@lingui/core/macro'
import { type ReactNode, useId } from 'react'
import { maxValueLength } from '../../certificates.schema.ts'
import type { CertificateDraftQuery } from './generate.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './FieldsPart.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { TextField } from '#ui/kit/TextField.tsx'

export type Field = CertificateDraftQuery['certificateDraft']['fields'][number]

/** A titled section of the form. */
export function FieldsPart({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Stack aria-labelledby={titleId} gap={3} as="section">
      <Heading level={2} id={titleId}>
        {title}
      </Heading>
      {children}
    </Stack>
  )
}

export interface UnknownFieldsProps {
  count: number
  /** Number of fields that are still empty. */
  empty: number
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** The collapsible section of unknown fields that may be a dash. */
export function UnknownFields({ count, empty, open, onToggle, children }: UnknownFieldsProps) {
  return (
    <Disclosure
      open={open}
      onToggle={onToggle}
      title={
        empty === 0
          ? t`${plural(count, { one: '# more field', other: '# more fields' })} · all filled in`
          : t`${plural(count, { one: '# more field', other: '# more fields' })} · ${empty} empty`
      }
    >
      <div className={styles.column}>{children}</div>
    </Disclosure>
  )
}

export interface FieldInputsProps {
  fields: readonly Field[]
  valueOf: (field: Field) => string
  /** Marks empty fields as errors. */
  showMissing: boolean
  onChange: (name: string, value: string) => void
}

/** Renders an input for each field. */
export function FieldInputs({ fields, valueOf, showMissing, onChange }: FieldInputsProps) {
  return fields.map((field) => {
    const value = valueOf(field)
    const missing = showMissing && value.trim() === ''
    return (
      <TextField
        key={field.name}
        name={field.name}
        label={field.label}
        value={value}
        required
        error={missing}
        hint={missing && t`Required`}
        onChange={({ target }) => onChange(field.name, target.value)}
        maxLength={maxValueLength}
        autoComplete="off"
      />
    )
  })
}
