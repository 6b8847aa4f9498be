import { plural, t } from '@lingui/core/macro'
import { lazy, Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { z } from 'zod'
import { requireLinkEmail, linkFields } from '#shared/documentLink.ts'
import { languageOptions } from '#shared/languages.ts'
import { languageField } from '#shared/languages.schema.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LinkFields } from '#ui/documents/LinkFields.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { unknownOutcomeMessage } from '#ui/requestKey.ts'
import { cardOutputs, withoutPhotoChoices } from '../../idcards.schema.ts'
import { layoutLabels, lookOf, outputHints, outputLabels, withoutPhotoLabels } from '../cardLabels.ts'
import type { DesignsProps } from '../designs/Designs.tsx'
import { type CardDesignFragment, type IdCardHoldersQueryVariables, OrderIdCardsDocument } from '../idcards.graphql.ts'
import { parseOrderAddress } from './orderAddress.ts'
import styles from './OrderForm.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Text } from '#ui/kit/Text.tsx'

// Draws a card with its code, which the form does not wait for.
const SampleCard = lazy(async () => ({ default: (await import('./SampleCard.tsx')).SampleCard }))

const orderForm = z
  .object({
    designId: z.string(),
    output: z.enum(cardOutputs),
    withoutPhoto: z.enum(withoutPhotoChoices),
    language: languageField,
    ...linkFields,
  })
  .check(requireLinkEmail)

/** A class by its name, or a section such as `7-B`. */
export type CardPlace = { className: string } | { sectionTitle: string }

export interface OrderFormProps {
  designs: readonly CardDesignFragment[]
  design: CardDesignFragment
  onDesign: (id: string) => void
  school: DesignsProps['school']
  /** The people who get cards; with `ids` if they were chosen one by one. */
  whose: Omit<IdCardHoldersQueryVariables['input'], 'search' | 'page' | 'pageSize'>
  /** The chosen class or section; null for everybody. */
  place: CardPlace | null
  /** The number of these people. */
  counts: { total: number; withoutPhoto: number } | undefined
}

/**
 * The order form with design, paper and the choice for people without a photo. The button shows the number of cards.
 */
export function OrderForm({ designs, design, onDesign, school, whose, place, counts }: OrderFormProps) {
  const { schoolId, viewer } = useActiveSchool()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const choices = parseOrderAddress(address)
  const command = useCommandForm({
    schema: orderForm,
    mutation: OrderIdCardsDocument,
    defaultValues: {
      designId: design.id,
      output: choices.output,
      withoutPhoto: choices.withoutPhoto,
      language: choices.language,
      sendLink: false,
      email: viewer.email,
    },
    variables: (order, key) => ({ schoolId, input: { ...whose, ...order, key } }),
    failure: (message, failure) => (failure.expected ? message : unknownOutcomeMessage),
    onDone: ({ orderIdCards }) => navigate(`/lcidcard?job=${orderIdCards.id}`),
  })
  const { form } = command
  const [designId, output, withoutPhoto] = form.watch(['designId', 'output', 'withoutPhoto'])
  useEffect(() => onDesign(designId), [designId, onDesign])
  const look = lookOf(design, school.color)
  const chosen = whose.ids?.length ?? 0
  const missing = counts?.withoutPhoto ?? 0
  const all = counts?.total ?? chosen
  const cards = withoutPhoto === 'LEAVE_OUT' ? all - missing : all
  return (
    <div className={styles.card}>
      <div role="img" aria-label={t`Cards of the design ${design.name}`} className={styles.row}>
        <Suspense>
          <SampleCard look={look} school={school} />
        </Suspense>
      </div>
      <div className={styles.box}>
        <CommandForm
          command={command}
          submitLabel={
            chosen > 0
              ? plural(cards, { one: 'Make # chosen card', other: 'Make # chosen cards' })
              : plural(cards, { one: 'Make # card', other: 'Make # cards' })
          }
        >
          <SelectField
            name="designId"
            label={t`Design`}
            required
            options={designs.map(({ id, name, layout }) => ({ value: id, label: `${name} (${layoutLabels[layout].label})` }))}
          />
          <SelectField
            name="output"
            label={t`Paper`}
            required
            options={cardOutputs.map((value) => ({ value, label: outputLabels[value] }))}
            hint={outputHints[output]}
          />
          <SelectField
            name="withoutPhoto"
            label={t`Those without a photo`}
            required
            options={withoutPhotoChoices.map((value) => ({ value, label: withoutPhotoLabels[value] }))}
          />
          <SelectField name="language" label={t`Language of the labels`} required options={languageOptions} />
          <LinkFields of={t`the cards`} />
          <FormWide>
            <Text tone="quiet" size="small">
              {whoText(place, whose.holder, chosen)}
            </Text>
            {missing > 0 && (
              <Alert kind="warning" className={styles.alert}>
                {plural(missing, {
                  one: '# person has no photo and is first in the list below, where you can add one.',
                  other: '# people have no photo. They are first in the list below, where you can add photos.',
                })}
              </Alert>
            )}
          </FormWide>
        </CommandForm>
      </div>
    </div>
  )
}

function whoText(place: CardPlace | null, holder: 'STUDENT' | 'STAFF', chosen: number): string {
  if (chosen > 0)
    return plural(chosen, { one: '# person chosen in the list below.', other: '# people chosen in the list below.' })
  if (holder === 'STAFF') return t`All enabled staff. To make fewer cards, choose people in the list below.`
  if (place === null)
    return t`Every enabled student of the whole school. To make fewer cards, choose a class, a section or people in the list below.`
  return 'className' in place
    ? t`Every enabled student of class ${place.className}. To make fewer cards, choose a class, a section or people in the list below.`
    : t`Every enabled student of ${place.sectionTitle}. To make fewer cards, choose a class, a section or people in the list below.`
}
