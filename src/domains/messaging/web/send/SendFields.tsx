import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useMemo } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { languageNames } from '#shared/languages.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { MessageText } from '../MessageText.tsx'
import type { Choice } from './choices.ts'
import { audienceLabels, audiences, type SendForm } from './sendForm.ts'
import { StudentsField } from './StudentsField.tsx'
import styles from './SendFields.module.css'
import { Radio, RadioGroup } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'

interface SendFieldsProps {
  choices: readonly Choice[]
  wholeSchoolRefused: string | null
  /** Whether the audience is chosen here. */
  audience: boolean
}

/** The fields for the message and its audience. */
export function SendFields({ choices, wholeSchoolRefused, audience: asksAudience }: SendFieldsProps) {
  const { watch, setValue } = useFormContext<SendForm>()
  const [what, audience] = watch(['what', 'audience'])
  const choice = choices.find(({ name }) => name === what)
  const asksText = choice?.asksText ?? false
  useEffect(() => setValue('asksText', asksText), [asksText, setValue])
  return (
    <div className={styles.column}>
      <SelectField<SendForm>
        name="what"
        label={t`Template`}
        required
        options={choices.map(({ name, label }) => ({ value: name, label }))}
        hint={choice?.notReady ?? undefined}
      />
      {choice && <MessageText label={t`Text of the template`}>{choice.text}</MessageText>}
      {asksText && (
        <TextField<SendForm>
          name="text"
          label={t`What it says`}
          required
          lines={3}
          hint={t`Replaces '{{text}}' in the template`}
        />
      )}
      {choice?.otherLanguages.map((language) => (
        <TextField<SendForm>
          key={language}
          name={`otherTexts.${language}`}
          label={t`What it says in ${languageNames[language]}`}
          lines={3}
          hint={t`For families with this language. If it is empty, they get the text above`}
        />
      ))}
      {asksAudience && (
        <>
          <AudienceField refused={wholeSchoolRefused} />
          {audience === '1' && <SectionsField />}
          {audience === '2' && <StudentsField name="students" />}
        </>
      )}
    </div>
  )
}

function AudienceField({ refused }: { refused: string | null }) {
  const { control } = useFormContext<SendForm>()
  const groupId = useId()
  return (
    <div>
      <GroupLabel id={groupId}>
        <Trans context="recipients">To</Trans>
      </GroupLabel>
      <Controller
        control={control}
        name="audience"
        render={({ field }) => (
          <RadioGroup aria-labelledby={groupId} {...field}>
            {audiences.map((value) => (
              <Radio key={value} value={value} label={audienceLabels[value]} disabled={value === '0' && refused !== null} />
            ))}
          </RadioGroup>
        )}
      />
      {refused !== null && <FieldHint>{refused}</FieldHint>}
    </div>
  )
}

function SectionsField() {
  const { sections, error } = useSectionChoices()
  const options = useMemo(
    () => (sections ?? []).map(({ id, title, class: { name } }) => ({ value: id, label: title, group: t`Class ${name}` })),
    [sections],
  )
  return (
    <ChoiceField<SendForm>
      name="sectionIds"
      label={t`Sections`}
      required
      multiple
      options={options}
      loading={!sections && !error}
      {...(error ? { hint: genericMessage(failureOf(error)) } : {})}
    />
  )
}
