import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useEffect, useId, useMemo } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { MessageText } from '../MessageText.tsx'
import type { Choice } from './choices.ts'
import { audienceLabels, audiences, type SendForm } from './sendForm.ts'
import { StudentsField } from './StudentsField.tsx'
import styles from './SendFields.module.css'

/** The fields for the message and its audience. */
export function SendFields({ choices, wholeSchoolRefused }: { choices: readonly Choice[]; wholeSchoolRefused: string | null }) {
  const { watch, setValue } = useFormContext<SendForm>()
  const [what, audience] = watch(['what', 'audience'])
  const choice = choices.find(({ name }) => name === what)
  const asksText = choice?.asksText ?? false
  useEffect(() => setValue('asksText', asksText), [asksText, setValue])
  return (
    <div className={styles.column}>
      <SelectField<SendForm>
        name="what"
        label="Template"
        required
        options={choices.map(({ name, label }) => ({ value: name, label }))}
        helperText={choice?.notReady ?? undefined}
      />
      {choice && <MessageText label="Text of the template">{choice.text}</MessageText>}
      {asksText && (
        <TextField<SendForm>
          name="text"
          label="What it says"
          required
          multiline
          minRows={3}
          helperText="Replaces {{text}} in the template"
        />
      )}
      <AudienceField refused={wholeSchoolRefused} />
      {audience === '1' && <SectionsField />}
      {audience === '2' && <StudentsField name="students" />}
    </div>
  )
}

function AudienceField({ refused }: { refused: string | null }) {
  const { control } = useFormContext<SendForm>()
  const groupId = useId()
  return (
    <FormControl>
      <FormLabel id={groupId}>To</FormLabel>
      <Controller
        control={control}
        name="audience"
        render={({ field }) => (
          <RadioGroup aria-labelledby={groupId} {...field}>
            {audiences.map((value) => (
              <FormControlLabel
                key={value}
                value={value}
                control={<Radio />}
                label={audienceLabels[value]}
                disabled={value === '0' && refused !== null}
              />
            ))}
          </RadioGroup>
        )}
      />
      {refused !== null && <FormHelperText>{refused}</FormHelperText>}
    </FormControl>
  )
}

function SectionsField() {
  const { sections, error } = useSectionChoices()
  const options = useMemo(
    () => (sections ?? []).map(({ id, title, class: { name } }) => ({ value: id, label: title, group: `Class ${name}` })),
    [sections],
  )
  return (
    <ChoiceField<SendForm>
      name="sectionIds"
      label="Sections"
      required
      multiple
      options={options}
      loading={!sections && !error}
      {...(error ? { helperText: genericMessage(failureOf(error)) } : {})}
    />
  )
}
