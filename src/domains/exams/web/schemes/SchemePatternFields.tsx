import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { MarksListField, NumberField } from './NumberField.tsx'
import { messagesIn } from './schemeForm.ts'
import { Add, ListProblem, Remove, SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

/** How subjects are assessed: patterns with their components. */
export function SchemePatternFields() {
  const { fields, append, remove } = useFieldArray<Form, 'content.patterns'>({ name: 'content.patterns' })
  const { getValues } = useFormContext<Form>()
  return (
    <SchemeSection
      title={t`Patterns`}
      of={['patterns']}
      hint={t`How a subject is assessed. A school often has one for subjects with marks and one for grades without marks, and others for theory with practical.`}
    >
      {fields.map(({ id }, index) => (
        <PatternFields key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <ListProblem name="content.patterns" />
      <Add
        label={t`Add pattern`}
        onClick={() => append({ name: '', scale: getValues('content.scales.0.name'), outOf: 10_000, components: [] })}
      />
    </SchemeSection>
  )
}

function PatternFields({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const name = `content.patterns.${index}` as const
  const { fields, append, remove } = useFieldArray<Form, `${typeof name}.components`>({ name: `${name}.components` })
  const { getValues } = useFormContext<Form>()
  const title = useWatch<Form, `${typeof name}.name`>({ name: `${name}.name` })
  const scales = useWatch<Form, 'content.scales'>({ name: 'content.scales' })
  return (
    <div role="group" aria-label={t`Pattern ${title}`} className={styles.box}>
      <div className={styles.patternHead}>
        <TextField
          name={`${name}.name`}
          label={t({ message: 'Pattern', context: 'of assessment' })}
          required
          autoComplete="off"
        />
        <SelectField
          name={`${name}.scale`}
          label={t`Scale of grades`}
          required
          options={scales.map((scale) => ({ value: scale.name, label: scale.name }))}
        />
        <NumberField name={`${name}.outOf`} label={t`Marks of each part`} kind="marks" required />
        {onRemove ? <Remove label={t`Remove pattern ${title}`} onClick={onRemove} /> : <span />}
      </div>
      {fields.map(({ id }, place) => (
        <ComponentFields
          key={id}
          name={`${name}.components.${place}`}
          isFirst={place === 0}
          onRemove={fields.length > 1 ? () => remove(place) : undefined}
        />
      ))}
      <ListProblem name={`${name}.components`} />
      <Add
        label={t`Add component`}
        onClick={() =>
          append({
            name: '',
            parts: getValues('content.parts').map((part) => part.name),
            highestMarks: [],
            best: 1,
            outOf: '' as unknown as number,
            pass: null,
          })
        }
      />
    </div>
  )
}

type ComponentName = `content.patterns.${number}.components.${number}`

interface ComponentFieldsProps {
  name: ComponentName
  /** The first component of a pattern explains the fields for all. */
  isFirst: boolean
  onRemove: (() => void) | undefined
}

function ComponentFields({ name, isFirst, onRemove }: ComponentFieldsProps) {
  const title = useWatch<Form, `${ComponentName}.name`>({ name: `${name}.name` })
  return (
    <div role="group" aria-label={t`Component ${title}`} className={styles.component}>
      <TextField name={`${name}.name`} label={t`Component`} required autoComplete="off" />
      <PartChoice name={`${name}.parts`} />
      <MarksListField
        name={`${name}.highestMarks`}
        label={t`Highest mark of each test`}
        required
        hint={isFirst && t`Such as 25, 25, 25 for three tests`}
      />
      <NumberField name={`${name}.best`} label={t`Best tests that count`} kind="whole" required />
      <NumberField name={`${name}.outOf`} label={t`Counts for (marks)`} kind="marks" required />
      <NumberField name={`${name}.pass`} label={t`To pass`} kind="percent" optional hint={isFirst && t`Empty for none`} />
      {onRemove ? <Remove label={t`Remove component ${title}`} onClick={onRemove} /> : <span />}
    </div>
  )
}

/** The parts in which a component counts. */
function PartChoice({ name }: { name: `${ComponentName}.parts` }) {
  const { field, fieldState } = useController<Form, typeof name>({ name })
  const parts = useWatch<Form, 'content.parts'>({ name: 'content.parts' })
  const chosen = field.value
  const message = messagesIn(fieldState.error)[0]
  return (
    <div role="group" aria-label={t`Counts in`}>
      <GroupLabel>
        <Trans>Counts in</Trans>
      </GroupLabel>
      <div className={styles.parts}>
        {parts.map((part, index) => (
          <Checkbox
            // Names may be the same while they are typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            ref={index === 0 ? field.ref : null}
            label={part.name}
            checked={chosen.includes(part.name)}
            onBlur={field.onBlur}
            onChange={(event) => {
              const { checked } = event.target
              // In the order of the year.
              field.onChange(
                parts.map((other) => other.name).filter((other) => (other === part.name ? checked : chosen.includes(other))),
              )
            }}
          />
        ))}
      </div>
      {message && <FieldHint error>{message}</FieldHint>}
    </div>
  )
}
