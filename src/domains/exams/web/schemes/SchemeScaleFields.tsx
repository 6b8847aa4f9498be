import { t } from '@lingui/core/macro'
import { useFieldArray, useWatch } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { NumberField } from './NumberField.tsx'
import { Renaming } from './Renaming.tsx'
import { optionsOf } from './schemeLabels.ts'
import { Add, ListProblem, Remove, SchemeSection } from './SchemeSection.tsx'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

const scaleKinds = { SHARE: t`By per cent`, POINTS: t`Given without marks` } as const

/** The scales of grades. */
export function SchemeScaleFields() {
  const { fields, append, remove } = useFieldArray<Form, 'content.scales'>({ name: 'content.scales' })
  return (
    <SchemeSection title={t`Scales of grades`} of={['scales']} hint={t`The best grade first. Each whole per cent has one grade.`}>
      {fields.map(({ id }, index) => (
        <ScaleFields key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <ListProblem name="content.scales" />
      <Add label={t`Add scale`} onClick={() => append({ name: '', by: 'SHARE', grades: [] })} />
    </SchemeSection>
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
        <SelectField name={`${name}.by`} label={t`Grades`} required options={optionsOf(scaleKinds)} />
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
