import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '#ui/forms/TextField.tsx'
import { Checkbox, Switch } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { type HolisticScheme, voices } from '../../holisticScheme.ts'
import type { Scheme } from '../../scheme.schema.ts'
import { voiceLabels } from '../holistic/holisticTexts.ts'
import { messagesIn } from './schemeForm.ts'
import { Add, ListProblem, Remove, SchemeSection } from './SchemeSection.tsx'
import { sayWord } from '../sayWord.ts'
import styles from './SchemeFields.module.css'

interface Form {
  content: Scheme
}

/** The statements of the holistic progress card, for the classes that have one. */
export function SchemeHolisticFields() {
  const { field } = useController<Form, 'content.holistic'>({ name: 'content.holistic' })
  const { getValues } = useFormContext<Form>()
  const isOn = Boolean(field.value)
  return (
    <SchemeSection
      title={t`Holistic progress card`}
      of={['holistic']}
      hint={t`Statements by area, of which teacher, child, classmates and family say how far they hold. Entries keep to a statement whose words are corrected, and go with one that is removed.`}
    >
      <Switch
        ref={field.ref}
        label={t`Some classes have a holistic card`}
        checked={isOn}
        onChange={(event) => field.onChange(event.target.checked ? emptyCard(getValues('content')) : null)}
      />
      {isOn && <CardFields />}
    </SchemeSection>
  )
}

/** Returns a card of all classes on which the teacher speaks by the first scale that is given without marks. */
function emptyCard({ classes, scales }: Scheme): HolisticScheme {
  const scale = scales.find(({ by }) => by === 'POINTS')?.name ?? ''
  return {
    classes: classes.map(({ name }) => name),
    voices: [{ voice: 'TEACHER', scale }],
    areas: [{ id: 1, name: '', statements: [{ id: 1, text: '' }] }],
  }
}

/** Returns a number that none of the others has. */
const nextId = (ids: readonly number[]) => Math.max(0, ...ids) + 1

function CardFields() {
  const { fields, append, remove } = useFieldArray<Form, 'content.holistic.areas', 'key'>({
    name: 'content.holistic.areas',
    keyName: 'key',
  })
  const { getValues } = useFormContext<Form>()
  const areas = () => getValues('content.holistic.areas') ?? []
  return (
    <>
      <ClassChoice />
      <VoiceChoice />
      {fields.map(({ key }, index) => (
        <AreaFields key={key} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <ListProblem name="content.holistic.areas" />
      <Add
        label={t`Add area`}
        onClick={() =>
          append({
            id: nextId(areas().map(({ id }) => id)),
            name: '',
            statements: [{ id: nextId(areas().flatMap(({ statements }) => statements.map(({ id }) => id))), text: '' }],
          })
        }
      />
    </>
  )
}

function ClassChoice() {
  const { field, fieldState } = useController<Form, 'content.holistic.classes'>({ name: 'content.holistic.classes' })
  const classes = useWatch<Form, 'content.classes'>({ name: 'content.classes' })
  const chosen = field.value ?? []
  const message = messagesIn(fieldState.error)[0]
  return (
    <div role="group" aria-label={t`Classes with the card`}>
      <GroupLabel>
        <Trans>Classes with the card</Trans>
      </GroupLabel>
      <div className={styles.parts}>
        {classes.map(({ name }, index) => (
          <Checkbox
            // Names may be the same while they are typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            ref={index === 0 ? field.ref : null}
            label={name}
            checked={chosen.includes(name)}
            onBlur={field.onBlur}
            onChange={({ target: { checked } }) =>
              field.onChange(classes.map((each) => each.name).filter((each) => (each === name ? checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
      {message && <FieldHint error>{message}</FieldHint>}
    </div>
  )
}

/** Who speaks on the card, each by a scale that is given without marks. */
function VoiceChoice() {
  const { field, fieldState } = useController<Form, 'content.holistic.voices'>({ name: 'content.holistic.voices' })
  const scales = useWatch<Form, 'content.scales'>({ name: 'content.scales' }).filter(({ by }) => by === 'POINTS')
  const chosen = field.value ?? []
  const message = messagesIn(fieldState.error)[0]
  return (
    <div role="group" aria-label={t`Who speaks`}>
      <GroupLabel>
        <Trans>Who speaks</Trans>
      </GroupLabel>
      {voices.map((voice, index) => {
        const own = chosen.find((each) => each.voice === voice)
        const speaker = voiceLabels[voice]
        const withScale = (scale: string | null) =>
          field.onChange(
            voices.flatMap((each) => {
              const other = chosen.find((one) => one.voice === each)
              if (each !== voice) return other ?? []
              return scale === null ? [] : { voice, scale }
            }),
          )
        return (
          <div key={voice} className={styles.voice}>
            <Checkbox
              ref={index === 0 ? field.ref : null}
              label={speaker}
              checked={own !== undefined}
              onBlur={field.onBlur}
              onChange={({ target: { checked } }) => withScale(checked ? (scales[0]?.name ?? '') : null)}
            />
            {own && (
              <Select label={t`Scale: ${speaker}`} hideLabel value={own.scale} onChange={({ target }) => withScale(target.value)}>
                {!scales.some(({ name }) => name === own.scale) && <option value={own.scale}>{own.scale}</option>}
                {scales.map(({ name }) => (
                  <option key={name} value={name}>
                    {sayWord(name)}
                  </option>
                ))}
              </Select>
            )}
          </div>
        )
      })}
      {message && <FieldHint error>{message}</FieldHint>}
    </div>
  )
}

function AreaFields({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const name = `content.holistic.areas.${index}` as const
  const { fields, append, remove } = useFieldArray<Form, `${typeof name}.statements`, 'key'>({
    name: `${name}.statements`,
    keyName: 'key',
  })
  const { getValues } = useFormContext<Form>()
  const title = useWatch<Form, `${typeof name}.name`>({ name: `${name}.name` }) ?? ''
  return (
    <div role="group" aria-label={t`Area ${title}`} className={styles.box}>
      <div className={styles.areaHead}>
        <TextField name={`${name}.name`} label={t`Area`} required autoComplete="off" />
        {onRemove ? <Remove label={t`Remove area ${title}`} onClick={onRemove} /> : <span />}
      </div>
      {fields.map(({ key }, place) => (
        <div key={key} className={styles.areaHead}>
          <TextField name={`${name}.statements.${place}.text`} label={t`Statement ${place + 1}`} required autoComplete="off" />
          {fields.length > 1 ? <Remove label={t`Remove statement ${place + 1}`} onClick={() => remove(place)} /> : <span />}
        </div>
      ))}
      <ListProblem name={`${name}.statements`} />
      <Add
        label={t`Add statement`}
        onClick={() => {
          const areas = getValues('content.holistic.areas') ?? []
          append({ id: nextId(areas.flatMap(({ statements }) => statements.map(({ id }) => id))), text: '' })
        }}
      />
    </div>
  )
}
