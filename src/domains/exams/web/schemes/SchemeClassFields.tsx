import { t } from '@lingui/core/macro'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '#ui/forms/TextField.tsx'
import { Switch } from '#ui/kit/Checkbox.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { NumberField } from './NumberField.tsx'
import { Renaming } from './Renaming.tsx'
import { Add, ListProblem, Remove, SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

/** The classes of a scheme. */
export function SchemeClassFields() {
  const { fields, append, remove } = useFieldArray<Form, 'content.classes'>({ name: 'content.classes' })
  return (
    <SchemeSection
      title={t`Classes`}
      of={['classes']}
      hint={t`The classes for which the scheme is made, and what follows when a student of one has failed`}
    >
      {fields.map(({ id }, index) => (
        <ClassRow key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <ListProblem name="content.classes" />
      <Add label={t`Add class`} onClick={() => append({ name: '', detains: false, compartment: 0 })} />
    </SchemeSection>
  )
}

function ClassRow({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const name = `content.classes.${index}` as const
  const { setValue } = useFormContext<Form>()
  const [title, detains] = useWatch<Form, [`${typeof name}.name`, `${typeof name}.detains`]>({
    name: [`${name}.name`, `${name}.detains`],
  })
  const { field } = useController({ name: `${name}.detains` })
  return (
    <div role="group" aria-label={t`Class ${title}`} className={styles.classRow}>
      <Renaming list="classes">
        <TextField name={`${name}.name`} label={t`Class`} required autoComplete="off" />
      </Renaming>
      <Switch
        ref={field.ref}
        label={t`Keeps back who has failed`}
        checked={detains}
        onBlur={field.onBlur}
        onChange={(event) => {
          field.onChange(event.target.checked)
          // A class that promotes everybody examines nobody again.
          setValue(`${name}.compartment`, event.target.checked ? null : 0, { shouldValidate: true })
        }}
        className={styles.switch}
      />
      {detains ? (
        <NumberField
          name={`${name}.compartment`}
          label={t`Examined again in at most (subjects)`}
          kind="whole"
          optional
          hint={t`Empty for any number, 0 for never`}
        />
      ) : (
        <span />
      )}
      {onRemove ? <Remove label={t`Remove class ${title}`} onClick={onRemove} /> : <span />}
    </div>
  )
}
