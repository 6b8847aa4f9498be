import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { get, useController, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox, Switch } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { AddIcon, DeleteIcon } from '#ui/kit/icons.ts'
import { Heading, Text } from '#ui/kit/Text.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { NumberField, MarksListField } from './NumberField.tsx'
import { messagesIn, withRenamed } from './schemeForm.ts'
import { codeEffectLabels, codeLabels, roundingLabels } from './schemeLabels.ts'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

const options = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

/** The fields of a scheme, in the order in which a school thinks of it. */
export function SchemeFields() {
  return (
    <div className={styles.form}>
      <Part title={t`Name and source`}>
        <div className={styles.two}>
          <TextField name="content.name" label={t`Name`} required autoComplete="off" />
          <TextField
            name="content.source.title"
            label={t`Source`}
            autoComplete="off"
            hint={t`The circular that it follows, with number and date`}
          />
          <TextField name="content.source.url" label={t`Link to the source`} type="url" autoComplete="off" />
          <TextField name="content.source.note" label={t`Note`} lines={2} hint={t`What your school has chosen`} />
        </div>
      </Part>
      <Classes />
      <Parts />
      <Patterns />
      <Scales />
      <Rules />
      <Problems />
    </div>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.part}>
      <Heading level={2}>{title}</Heading>
      {hint && (
        <Text size="small" tone="quiet">
          {hint}
        </Text>
      )}
      {children}
    </section>
  )
}

/** What is wrong with a list as a whole, such as a sum. */
function ListProblem({ name }: { name: string }) {
  const { errors } = useFormState()
  const error = get(errors, name) as { message?: string; root?: { message?: string } } | undefined
  const message = error?.root?.message ?? error?.message
  return message ? <FieldHint error>{message}</FieldHint> : null
}

/** Everything that is wrong, beside the button that was pressed: the fields may be out of sight. */
function Problems() {
  const { errors, isSubmitted } = useFormState()
  const messages = isSubmitted ? messagesIn(errors) : []
  if (messages.length === 0) return null
  return (
    <Alert kind="error" title={plural(messages.length, { one: '# thing to correct', other: '# things to correct' })}>
      <ul className={styles.problems}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}

function Remove({ label, onClick, disabled = false }: { label: string; onClick: () => void; disabled?: boolean }) {
  return (
    <IconButton aria-label={label} onClick={onClick} disabled={disabled} className={styles.remove}>
      <DeleteIcon size={18} />
    </IconButton>
  )
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" icon={<AddIcon size={16} />} onClick={onClick} className={styles.add}>
      {label}
    </Button>
  )
}

function Classes() {
  const { fields, append, remove } = useFieldArray<Form, 'content.classes'>({ name: 'content.classes' })
  return (
    <Part
      title={t`Classes`}
      hint={t`The classes for which the scheme is made, and what follows when a student of one has failed`}
    >
      {fields.map(({ id }, index) => (
        <ClassRow key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <ListProblem name="content.classes" />
      <Add label={t`Add class`} onClick={() => append({ name: '', detains: false, compartment: 0 })} />
    </Part>
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
      <TextField name={`${name}.name`} label={t`Class`} required autoComplete="off" />
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

/** Carries a new name of a part or scale to where it is used, once the field is left. */
function Renaming({ list, children }: { list: 'parts' | 'scales'; children: ReactNode }) {
  const { getValues, setValue } = useFormContext<Form>()
  const before = useRef('')
  const nameIn = (event: FocusEvent) => (event.target instanceof HTMLInputElement ? event.target.value : '')
  return (
    <div
      onFocus={(event) => {
        before.current = nameIn(event).trim()
      }}
      onBlur={(event) => {
        const name = nameIn(event).trim()
        const content = getValues('content')
        if (before.current === '' || name === '' || name === before.current) return
        // A name that another one still has means that one.
        if (content[list].some((other) => other.name.trim() === before.current)) return
        const renamed = withRenamed(content, list, before.current, name)
        setValue('content.patterns', renamed.patterns)
        setValue('content.total', renamed.total)
      }}
    >
      {children}
    </div>
  )
}

function Parts() {
  const { fields, append, remove } = useFieldArray<Form, 'content.parts'>({ name: 'content.parts' })
  const parts = useWatch<Form, 'content.parts'>({ name: 'content.parts' })
  return (
    <Part
      title={t`Parts of the year`}
      hint={t`Terms or semesters. Weights are relative: 1 and 1 are halves, 20 and 80 a fifth and the rest.`}
    >
      {fields.map(({ id }, index) => {
        const title = parts[index]?.name ?? ''
        return (
          <div key={id} role="group" aria-label={t`Part ${title}`} className={styles.partRow}>
            <Renaming list="parts">
              <TextField name={`content.parts.${index}.name`} label={t`Part`} required autoComplete="off" />
            </Renaming>
            <NumberField name={`content.parts.${index}.weight`} label={t`Weight`} kind="whole" required />
            {fields.length > 1 ? <Remove label={t`Remove part ${title}`} onClick={() => remove(index)} /> : <span />}
          </div>
        )
      })}
      <ListProblem name="content.parts" />
      <Add label={t`Add part`} onClick={() => append({ name: '', weight: 1 })} />
    </Part>
  )
}

function Patterns() {
  const { fields, append, remove } = useFieldArray<Form, 'content.patterns'>({ name: 'content.patterns' })
  const { getValues } = useFormContext<Form>()
  return (
    <Part
      title={t`Patterns`}
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
    </Part>
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
        <TextField name={`${name}.name`} label={t`Pattern`} required autoComplete="off" />
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

const scaleKinds = { SHARE: t`By per cent`, POINTS: t`Given without marks` } as const

function Scales() {
  const { fields, append, remove } = useFieldArray<Form, 'content.scales'>({ name: 'content.scales' })
  return (
    <Part title={t`Scales of grades`} hint={t`The best grade first. Each whole per cent has one grade.`}>
      {fields.map(({ id }, index) => (
        <ScaleFields key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <ListProblem name="content.scales" />
      <Add label={t`Add scale`} onClick={() => append({ name: '', by: 'SHARE', grades: [] })} />
    </Part>
  )
}

function ScaleFields({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const name = `content.scales.${index}` as const
  const { fields, append, remove } = useFieldArray<Form, `${typeof name}.grades`>({ name: `${name}.grades` })
  const [title, by] = useWatch<Form, [`${typeof name}.name`, `${typeof name}.by`]>({ name: [`${name}.name`, `${name}.by`] })
  return (
    <div role="group" aria-label={t`Scale ${title}`} className={styles.box}>
      <div className={styles.scaleHead}>
        <Renaming list="scales">
          <TextField name={`${name}.name`} label={t`Scale`} required autoComplete="off" />
        </Renaming>
        <SelectField name={`${name}.by`} label={t`Grades`} required options={options(scaleKinds)} />
        {onRemove ? <Remove label={t`Remove scale ${title}`} onClick={onRemove} /> : <span />}
      </div>
      {fields.map(({ id }, place) => (
        <div key={id} className={styles.grade}>
          <TextField name={`${name}.grades.${place}.grade`} label={t`Grade`} required autoComplete="off" />
          <NumberField
            name={`${name}.grades.${place}.from`}
            label={by === 'SHARE' ? t`From %` : t`Points from`}
            kind="whole"
            required
          />
          <NumberField
            name={`${name}.grades.${place}.to`}
            label={by === 'SHARE' ? t`To %` : t`Points to`}
            kind="whole"
            required
          />
          <TextField name={`${name}.grades.${place}.meaning`} label={t`Meaning`} autoComplete="off" />
          {fields.length > 1 ? <Remove label={t`Remove grade ${place + 1}`} onClick={() => remove(place)} /> : <span />}
        </div>
      ))}
      <ListProblem name={`${name}.grades`} />
      <Add
        label={t`Add grade`}
        onClick={() => append({ grade: '', from: '' as unknown as number, to: '' as unknown as number, meaning: '' })}
      />
    </div>
  )
}

/** Total, passing, grace marks, codes and rounding. */
function Rules() {
  const scales = useWatch<Form, 'content.scales'>({ name: 'content.scales' })
  return (
    <>
      <Part title={t`Total`}>
        <div className={styles.two}>
          <SelectField
            name="content.total.scale"
            label={t`Scale of the total`}
            required
            options={scales.filter(({ by }) => by === 'SHARE').map(({ name }) => ({ value: name, label: name }))}
          />
          <NumberField
            name="content.total.best"
            label={t`Best subjects that count`}
            kind="whole"
            optional
            hint={t`Empty for all counted subjects`}
          />
        </div>
      </Part>
      <Part title={t`To pass`} hint={t`Empty for none`}>
        <div className={styles.three}>
          <NumberField name="content.pass.subject" label={t`In each counted subject`} kind="percent" optional />
          <NumberField
            name="content.pass.inGroup"
            label={t`In a subject of a group`}
            kind="percent"
            optional
            hint={t`Where the group reaches the percentage of a subject together, such as languages`}
          />
          <NumberField name="content.pass.total" label={t`In the total`} kind="percent" optional />
        </div>
      </Part>
      <Grace />
      <Part title={t`In place of a mark`} hint={t`What a code does that stands in the place of a mark`}>
        <div className={styles.three}>
          {(['AB', 'ML', 'EX'] as const).map((code) => (
            <SelectField
              key={code}
              name={`content.codes.${code}`}
              label={`${code} (${codeLabels[code]})`}
              required
              options={options(codeEffectLabels)}
            />
          ))}
        </div>
      </Part>
      <Part
        title={t`Rounding`}
        hint={t`Each level is computed from the rounded level below, so that a card adds up as it is printed.`}
      >
        <div className={styles.four}>
          <SelectField name="content.rounding.component" label={t`Component`} required options={options(roundingLabels)} />
          <SelectField name="content.rounding.part" label={t`Part`} required options={options(roundingLabels)} />
          <SelectField name="content.rounding.subject" label={t`Subject`} required options={options(roundingLabels)} />
          <SelectField name="content.rounding.total" label={t`Total`} required options={options(roundingLabels)} />
        </div>
      </Part>
    </>
  )
}

function Grace() {
  const { field } = useController<Form, 'content.grace'>({ name: 'content.grace' })
  const isOn = field.value !== null
  return (
    <Part
      title={t`Grace marks`}
      hint={t`Given to a student who would pass everything with them. They change no mark, grade or total.`}
    >
      <Switch
        ref={field.ref}
        label={t`Gives grace marks`}
        checked={isOn}
        onChange={(event) => field.onChange(event.target.checked ? { perSubject: 500, subjects: 1, total: 500 } : null)}
      />
      <ListProblem name="content.grace" />
      {isOn && (
        <div className={styles.three}>
          <NumberField name="content.grace.perSubject" label={t`Marks in a subject, at most`} kind="marks" required />
          <NumberField name="content.grace.subjects" label={t`Subjects, at most`} kind="whole" required />
          <NumberField name="content.grace.total" label={t`Marks together, at most`} kind="marks" required />
        </div>
      )}
    </Part>
  )
}
