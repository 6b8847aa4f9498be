import { plural, t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { language } from '#shared/pageLanguage.ts'
import { receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { readersChoice } from '../../family/reportCardView.exports.tsx'
import { reportCardsOrder } from '../../reportCards.schema.ts'
import { OrderReportCardsDocument } from './results.graphql.ts'
import { periodName, type Publication } from './resultTexts.ts'

/** The cards of a section that can be printed. */
export interface PrintedPublication {
  publication: Publication
  /** Such as `7-A`. */
  title: string
  classId: string
}

/** Orders the report cards of sections as one PDF, and opens its document. */
export function OrderCardsDialog({
  publications,
  onClose,
}: {
  publications: readonly PrintedPublication[]
  onClose: () => void
}) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const command = useCommandForm({
    schema: reportCardsOrder.omit({ key: true }),
    mutation: OrderReportCardsDocument,
    defaultValues: {
      publicationIds: publications.map(({ publication }) => publication.id),
      languages: readersChoice(language),
    },
    variables: ({ publicationIds, languages }, key) => ({
      schoolId,
      input: { publicationIds: publicationIds.map(String), languages, key },
    }),
    failure: (message) => message,
    onDone: ({ orderReportCards }) => navigate(`/exams?job=${orderReportCards.id}`),
  })
  const part = periodName(publications[0]?.publication.part ?? null)
  return (
    <Dialog title={t`Report cards: ${part}`} size="small" onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Make report cards`} onCancel={onClose} inDialog>
        <FormWide>
          {publications.length === 1 ? (
            <Text>{t`${publications[0]?.title ?? ''}: ${plural(publications[0]?.publication.cards ?? 0, { one: '# card', other: '# cards' })}`}</Text>
          ) : (
            <ChoiceField
              name="publicationIds"
              label={t`Sections`}
              required
              multiple
              options={publications.map(({ publication, title }) => ({ value: publication.id, label: title }))}
              hint={t`One PDF: the sections in this order, the students of each by roll`}
            />
          )}
        </FormWide>
        <FormWide>
          <SelectField
            name="languages"
            label={t`Languages`}
            required
            options={receiptLanguageOptions}
            hint={t`Names of students, subjects and people stay as they are`}
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
