import { t } from '@lingui/core/macro'
import { useController } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import { cardFacts, cardSignatures } from '../../reportCardFormat.schema.ts'
import { NumberField } from './NumberField.tsx'
import { messagesIn } from './schemeForm.ts'
import { cardLabels, cardSwitchLabels, optionsOf } from './schemeLabels.ts'
import { SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

/** The format of the report cards: what is printed on them besides what the scheme assesses. */
export function SchemeCardFields() {
  return (
    <SchemeSection
      title={t`Report card`}
      of={['card']}
      hint={t`What the cards print, in the words of the card. Cards that are published already stay as they are.`}
    >
      <div className={styles.two}>
        <SelectField name="content.card.title" label={t`Title of the card`} required options={optionsOf(cardLabels.titles)} />
        <NumberField
          name="content.card.remarkLines"
          label={t`Empty lines for a remark`}
          kind="whole"
          required
          hint={t`To be written by hand where a student has no remark`}
        />
      </div>
      <Choice
        name="content.card.facts"
        label={t`Of the student, besides name and class`}
        all={cardFacts}
        labels={cardLabels.facts}
      />
      <Choice name="content.card.signatures" label={t`Signatures`} all={cardSignatures} labels={cardLabels.signatures} />
      {(['components', 'partGrades', 'total', 'descriptive'] as const).map((name) => (
        <SwitchField key={name} name={`content.card.${name}`} label={cardSwitchLabels[name]} />
      ))}
    </SchemeSection>
  )
}

interface ChoiceProps<Name extends string> {
  name: string
  label: string
  /** In the order in which the card prints them. */
  all: readonly Name[]
  labels: Readonly<Record<Name, string>>
}

/** Names of a closed list, any number of them. */
function Choice<Name extends string>({ name, label, all, labels }: ChoiceProps<Name>) {
  const { field, fieldState } = useController({ name })
  const chosen = field.value as readonly Name[]
  const message = messagesIn(fieldState.error)[0]
  return (
    <div role="group" aria-label={label}>
      <GroupLabel>{label}</GroupLabel>
      <div className={styles.parts}>
        {all.map((each, index) => (
          <Checkbox
            key={each}
            ref={index === 0 ? field.ref : null}
            label={labels[each]}
            checked={chosen.includes(each)}
            onBlur={field.onBlur}
            onChange={({ target: { checked } }) =>
              field.onChange(all.filter((other) => (other === each ? checked : chosen.includes(other))))
            }
          />
        ))}
      </div>
      {message && <FieldHint error>{message}</FieldHint>}
    </div>
  )
}
