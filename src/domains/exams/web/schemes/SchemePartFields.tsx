import { t } from '@lingui/core/macro'
import { useFieldArray, useWatch } from 'react-hook-form'
import { TextField } from '#ui/forms/TextField.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { NumberField } from './NumberField.tsx'
import { Renaming } from './Renaming.tsx'
import { Add, ListProblem, Remove, SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

/** The parts of the year. */
export function SchemePartFields() {
  const { fields, append, remove } = useFieldArray<Form, 'content.parts'>({ name: 'content.parts' })
  const parts = useWatch<Form, 'content.parts'>({ name: 'content.parts' })
  return (
    <SchemeSection
      title={t`Parts of the year`}
      of={['parts']}
      hint={t`Terms or semesters. Weights are relative: 1 and 1 are halves, 20 and 80 a fifth and the rest.`}
    >
      {fields.map(({ id }, index) => {
        const title = parts[index]?.name ?? ''
        return (
          <div key={id} role="group" aria-label={t`Part ${title}`} className={styles.partRow}>
            <Renaming list="parts">
              <TextField name={`content.parts.${index}.name`} label={t`Part`} required autoComplete="off" />
            </Renaming>
            <NumberField
              name={`content.parts.${index}.weight`}
              label={t({ message: 'Weight', context: 'of a part' })}
              kind="whole"
              required
            />
            {fields.length > 1 ? <Remove label={t`Remove part ${title}`} onClick={() => remove(index)} /> : <span />}
          </div>
        )
      })}
      <ListProblem name="content.parts" />
      <Add label={t`Add part`} onClick={() => append({ name: '', weight: 1 })} />
    </SchemeSection>
  )
}
