import { plural, t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { z } from 'zod'
import { languageOptions } from '#shared/languages.ts'
import { languageField } from '#shared/languages.schema.ts'
import { language } from '#shared/pageLanguage.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { unknownOutcomeMessage } from '#ui/requestKey.ts'
import { OrderAccountingExportDocument } from './accounting.graphql.ts'
import type { Days } from './accountingRanges.ts'
import type { Facts } from './Overview.tsx'

const exportForm = z.object({ which: z.enum(['NEW', 'ALL']), withLedgers: z.boolean(), language: languageField })

/** Orders an export of the days. What no earlier export has is chosen, as long as there is something. */
export function ExportForm({ facts: { vouchers, exported, toCancel, lastExport }, days }: { facts: Facts; days: Days }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const [ofNew, ofAll] = [vouchers - exported + toCancel, vouchers + toCancel]
  const command = useCommandForm({
    schema: exportForm,
    mutation: OrderAccountingExportDocument,
    defaultValues: { which: ofNew > 0 ? 'NEW' : 'ALL', withLedgers: lastExport === null, language },
    variables: ({ which, ...order }, key) => ({ schoolId, input: { ...days, ...order, key, onlyNew: which === 'NEW' } }),
    failure: (message, failure) => (failure.expected ? message : unknownOutcomeMessage),
    onDone: ({ orderAccountingExport }) =>
      navigate(`/accounting?${new URLSearchParams({ ...days, job: orderAccountingExport.id })}`),
  })
  const count = command.form.watch('which') === 'NEW' ? ofNew : ofAll
  return (
    <CommandForm command={command} submitLabel={plural(count, { one: 'Export # voucher', other: 'Export # vouchers' })}>
      {exported > 0 && (
        <SelectField
          name="which"
          label={t`Vouchers`}
          required
          options={[
            { value: 'NEW', label: t`Only those that were not exported yet (${ofNew})` },
            { value: 'ALL', label: t`All of these days (${ofAll})` },
          ]}
          hint={t`Tally takes a voucher that comes again for the same one, so nothing is counted twice.`}
        />
      )}
      <SelectField name="language" label={t`Language of the spreadsheet`} options={languageOptions} />
      <FormWide>
        <SwitchField
          name="withLedgers"
          label={t`Create the ledgers in Tally`}
          hint={t`For the first export. Turn it off when Tally has them already.`}
        />
      </FormWide>
    </CommandForm>
  )
}
