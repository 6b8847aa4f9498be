import { t } from '@lingui/core/macro'
import { useController, useWatch } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { Switch } from '#ui/kit/Checkbox.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { NumberField } from './NumberField.tsx'
import { codeEffectLabels, codeLabels, optionsOf, roundingLabels } from './schemeLabels.ts'
import { ListProblem, SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

/** Total, passing, grace marks, codes and rounding. */
export function SchemeRuleFields() {
  const scales = useWatch<Form, 'content.scales'>({ name: 'content.scales' })
  const byShare = scales.filter(({ by }) => by === 'SHARE')
  return (
    <>
      <SchemeSection title={t`Total`} of={['total']}>
        <div className={styles.two}>
          <SelectField
            name="content.total.scale"
            label={t`Scale of the total`}
            required
            options={(byShare.length > 0 ? byShare : scales).map(({ name }) => ({ value: name, label: name }))}
          />
          <NumberField
            name="content.total.best"
            label={t`Best subjects that count`}
            kind="whole"
            optional
            hint={t`Empty for all counted subjects`}
          />
        </div>
      </SchemeSection>
      <SchemeSection title={t`To pass`} of={['pass']} hint={t`Empty for none`}>
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
      </SchemeSection>
      <Grace />
      <SchemeSection title={t`In place of a mark`} of={['codes']} hint={t`What a code does that stands in the place of a mark`}>
        <div className={styles.three}>
          {(['AB', 'ML', 'EX'] as const).map((code) => (
            <SelectField
              key={code}
              name={`content.codes.${code}`}
              label={`${code} (${codeLabels[code]})`}
              required
              options={optionsOf(codeEffectLabels)}
            />
          ))}
        </div>
      </SchemeSection>
      <SchemeSection
        title={t`Rounding`}
        of={['rounding']}
        hint={t`Each level is computed from the rounded level below, so that a card adds up as it is printed.`}
      >
        <div className={styles.four}>
          <SelectField name="content.rounding.component" label={t`Component`} required options={optionsOf(roundingLabels)} />
          <SelectField name="content.rounding.part" label={t`Part`} required options={optionsOf(roundingLabels)} />
          <SelectField name="content.rounding.subject" label={t`Subject`} required options={optionsOf(roundingLabels)} />
          <SelectField name="content.rounding.total" label={t`Total`} required options={optionsOf(roundingLabels)} />
        </div>
      </SchemeSection>
    </>
  )
}

function Grace() {
  const { field } = useController<Form, 'content.grace'>({ name: 'content.grace' })
  const isOn = field.value !== null
  return (
    <SchemeSection
      title={t`Grace marks`}
      of={['grace']}
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
    </SchemeSection>
  )
}
