import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { FieldHint } from '#ui/kit/Field.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { AddIcon, ArrowDownIcon, ArrowUpIcon, DeleteIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import type { PartDays } from '../../partDays.schema.ts'
import type { AssessedSubject, Scheme } from '../../scheme.schema.ts'
import { sayWord } from '../sayWord.ts'
import { PartDaysFields } from './PartDaysFields.tsx'
import type { SchemeChoice } from './ClassAssessmentScreen.tsx'
import { isByPoints, likelyClass, proposedSubjects } from './proposedSubjects.ts'
import { kindLabels } from './subjectTexts.ts'
import styles from './ClassAssessmentFields.module.css'

interface Form {
  schemeId: string
  schemeClass: string
  subjects: AssessedSubject[]
  partDays: PartDays[]
}

interface ClassAssessmentFieldsProps {
  choices: readonly SchemeChoice[]
  className: string
  /** Subjects that the sections of the class have. */
  ownSubjects: readonly string[]
}

/** The scheme of a class, the class of the scheme that it is, and its subjects. */
export function ClassAssessmentFields({ choices, className, ownSubjects }: ClassAssessmentFieldsProps) {
  const { setValue, getValues } = useFormContext<Form>()
  const schemeId = useWatch<Form, 'schemeId'>({ name: 'schemeId' })
  const scheme = choices.find(({ id }) => id === schemeId)?.content
  useEffect(() => {
    // Another scheme has other classes.
    if (!scheme || scheme.classes.some(({ name }) => name === getValues('schemeClass'))) return
    setValue(
      'schemeClass',
      likelyClass(
        scheme.classes.map(({ name }) => name),
        className,
      ),
    )
  }, [scheme, className, getValues, setValue])
  return (
    <div className={styles.form}>
      <div className={styles.scheme}>
        <SelectField
          name="schemeId"
          label={t`Scheme`}
          required
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          name="schemeClass"
          label={t`Which class of the scheme it is`}
          required
          disabled={!scheme}
          options={(scheme?.classes ?? []).map(({ name }) => ({ value: name, label: name }))}
          hint={t`What follows when a student has failed may differ by class`}
        />
      </div>
      {scheme ? (
        <>
          <Subjects scheme={scheme} ownSubjects={ownSubjects} />
          <PartDaysFields key={schemeId} parts={scheme.parts.map(({ name }) => name)} />
        </>
      ) : (
        <Text tone="quiet">
          <Trans>Choose the scheme first: the subjects are assessed by its patterns.</Trans>
        </Text>
      )}
    </div>
  )
}

function Subjects({ scheme, ownSubjects }: { scheme: Scheme; ownSubjects: readonly string[] }) {
  const { fields, append, remove, move } = useFieldArray<Form, 'subjects'>({ name: 'subjects' })
  const subjects = useWatch<Form, 'subjects'>({ name: 'subjects' })
  const { errors } = useFormState<Form>()
  const proposed = proposedSubjects(scheme, ownSubjects, subjects)
  const names = proposed.map(({ name }) => name).join(', ')
  const problem = errors.subjects?.root?.message ?? errors.subjects?.message
  return (
    <section aria-labelledby="assessed-subjects" className={styles.subjects}>
      <Heading level={2} id="assessed-subjects">
        <Trans>Subjects</Trans>
      </Heading>
      <Text size="small" tone="quiet">
        <Trans>In the order of the report card. The teachers of a subject of the same name enter its marks.</Trans>
      </Text>
      {fields.map(({ id }, index) => (
        <SubjectRow
          key={id}
          index={index}
          scheme={scheme}
          subjects={subjects}
          onUp={index > 0 ? () => move(index, index - 1) : undefined}
          onDown={index < fields.length - 1 ? () => move(index, index + 1) : undefined}
          onRemove={() => remove(index)}
        />
      ))}
      {problem && <FieldHint error>{problem}</FieldHint>}
      <Row gap={2} wrap align="center">
        {proposed.length > 0 && (
          <Button
            size="small"
            variant={fields.length === 0 ? 'primary' : 'normal'}
            icon={<AddIcon size={16} />}
            onClick={() => append(proposed, { shouldFocus: false })}
          >
            {plural(proposed.length, { one: 'Add the class’s # subject', other: 'Add the class’s # subjects' })}
          </Button>
        )}
        <Button
          size="small"
          icon={<AddIcon size={16} />}
          onClick={() => append({ name: '', kind: 'COUNTED', pattern: scheme.patterns[0]?.name ?? '', group: '', replaces: [] })}
        >
          <Trans>Add another subject</Trans>
        </Button>
        {proposed.length > 0 && (
          <Text size="small" tone="quiet" as="span">
            {names}
          </Text>
        )}
      </Row>
    </section>
  )
}

interface SubjectRowProps {
  index: number
  scheme: Scheme
  subjects: readonly AssessedSubject[]
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

function SubjectRow({ index, scheme, subjects, onUp, onDown, onRemove }: SubjectRowProps) {
  const { setValue } = useFormContext<Form>()
  const own = subjects[index]
  const [name, pattern, kind] = [own?.name ?? '', own?.pattern ?? '', own?.kind]
  const gradesOnly = isByPoints(scheme, pattern)
  useEffect(() => {
    // A subject with grades without marks cannot count.
    if (gradesOnly && kind !== 'GRADES_ONLY') setValue(`subjects.${index}.kind`, 'GRADES_ONLY')
  }, [gradesOnly, kind, index, setValue])
  useEffect(() => {
    if (kind !== 'OPTIONAL') setValue(`subjects.${index}.replaces`, [])
  }, [kind, index, setValue])
  const counted = subjects.filter((subject) => subject.kind === 'COUNTED' && subject.name !== '')
  return (
    <div role="group" aria-label={t`Subject ${name}`} className={styles.subject}>
      <TextField name={`subjects.${index}.name`} label={t`Subject`} required autoComplete="off" />
      <SelectField
        name={`subjects.${index}.pattern`}
        label={t`Assessed by`}
        required
        options={scheme.patterns.map((one) => ({ value: one.name, label: sayWord(one.name) }))}
      />
      <SelectField
        name={`subjects.${index}.kind`}
        label={t`In the result`}
        required
        options={(gradesOnly ? (['GRADES_ONLY'] as const) : (['COUNTED', 'OPTIONAL', 'GRADES_ONLY'] as const)).map((value) => ({
          value,
          label: kindLabels[value],
        }))}
      />
      {scheme.pass.inGroup !== null && kind !== 'GRADES_ONLY' ? (
        <TextField
          name={`subjects.${index}.group`}
          label={t`Group`}
          autoComplete="off"
          hint={t`Passes together, such as languages`}
        />
      ) : (
        <span className={styles.none} />
      )}
      <div className={styles.buttons}>
        <IconButton aria-label={t`Move ${name} up`} disabled={!onUp} onClick={onUp}>
          <ArrowUpIcon size={18} />
        </IconButton>
        <IconButton aria-label={t`Move ${name} down`} disabled={!onDown} onClick={onDown}>
          <ArrowDownIcon size={18} />
        </IconButton>
        <IconButton aria-label={t`Remove ${name}`} onClick={onRemove}>
          <DeleteIcon size={18} />
        </IconButton>
      </div>
      {kind === 'OPTIONAL' && (
        <div className={styles.replaces}>
          <ChoiceField
            name={`subjects.${index}.replaces`}
            label={t`Takes the place of`}
            multiple
            options={counted.map((subject) => ({ value: subject.name, label: subject.name }))}
            hint={t`The counted subjects of which it can take the place, if the student fails one of them`}
          />
        </div>
      )}
    </div>
  )
}
