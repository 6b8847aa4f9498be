import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { FileField } from '#ui/forms/FileField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { EmptyState } from '#ui/states.tsx'
import { concessionForm } from '../../concessions.schema.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { CounterAccountFactsFragment } from '../counter/collectFees.graphql.ts'
import { useFeeCategories } from '../structure/useFeeCategories.ts'
import { ConcessionKindsDocument, type ConcessionKindRowFragment, GiveConcessionsDocument } from './concessions.graphql.ts'
import { rateText } from './concessionTexts.ts'
import { RateFields } from './RateFields.tsx'
import { grantInput, useConcessionPreview } from './useConcessionPreview.ts'

interface GiveConcessionProps {
  account: CounterAccountFactsFragment
  termId: string
  onClose: () => void
}

/** The dialog that gives a student a concession. */
export function GiveConcession(props: GiveConcessionProps) {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(ConcessionKindsDocument, { variables: { schoolId } })
  const { student } = props.account
  return (
    <Dialog title={t`Give ${student.name} a Concession`} onClose={props.onClose}>
      {data?.concessionKinds.length === 0 ? (
        <EmptyState
          text={t`This school has no kinds of concessions yet`}
          hint={t`Add one under “Fees”, “Concessions”: such as RTE, staff child or sibling.`}
        />
      ) : (
        data && <GiveForm kinds={data.concessionKinds} {...props} />
      )}
    </Dialog>
  )
}

function GiveForm({ kinds, account, termId, onClose }: GiveConcessionProps & { kinds: readonly ConcessionKindRowFragment[] }) {
  const { schoolId } = useActiveSchool()
  const { categories = [] } = useFeeCategories()
  const { student } = account
  const command = useCommandForm({
    schema: concessionForm,
    mutation: GiveConcessionsDocument,
    defaultValues: {
      kindId: '',
      share: '',
      amount: '',
      feeCategoryIds: [],
      feeIds: [],
      startsOn: schoolDay(new Date()),
      endsOn: '',
      reason: '',
      fileId: '',
    },
    variables: ({ reason, fileId, ...grant }, key) => ({
      schoolId,
      input: { key, termId, studentIds: [student.id], reason, ...grantInput(grant), ...(fileId ? { fileId } : {}) },
    }),
    success: ({ giveConcessions: [given] }) => t`${showMoney(given?.taken ?? 0)} less is asked of ${student.name}.`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  const { form } = command
  const values = form.watch()
  const kind = kinds.find(({ id }) => id === String(values.kindId))

  // What is usual for the kind; it can be changed for this student.
  const kindId = kind?.id
  const ofKind = categories.filter(({ name }) => kind?.categoryNames?.includes(name)).map(({ id }) => id)
  const usual = JSON.stringify([kind?.share ?? '', kind?.amount ?? '', ofKind])
  useEffect(() => {
    if (kindId === undefined) return
    const [share, amount, feeCategoryIds] = JSON.parse(usual) as [number | '', number | '', string[]]
    form.setValue('share', share)
    form.setValue('amount', amount)
    form.setValue('feeCategoryIds', feeCategoryIds)
  }, [form, kindId, usual])

  return (
    <CommandForm command={command} submitLabel={t`Give Concession`} onCancel={onClose} inDialog>
      <FormWide>
        <SelectField
          name="kindId"
          label={t`Concession`}
          required
          options={kinds.map((one) => ({ value: one.id, label: `${one.name} · ${rateText(one)}` }))}
        />
      </FormWide>
      <RateFields />
      <FormWide>
        <ChoiceField
          name="feeCategoryIds"
          label={t`Fees Categories`}
          multiple
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          hint={t`Empty: all fixed fees`}
        />
      </FormWide>
      {kind?.categoryNames && ofKind.length === 0 && (
        <FormWide>
          <Alert kind="warning">{t`This term has none of the fees categories that ${kind.name} is for. Choose the fees.`}</Alert>
        </FormWide>
      )}
      <FormWide>
        <ChoiceField
          name="feeIds"
          label={t`Or single fees`}
          multiple
          options={account.fees.filter((fee) => fee.fixedAmount).map((fee) => ({ value: fee.feeId, label: feeTitle(fee) }))}
        />
      </FormWide>
      <DateField name="startsOn" label={t`From`} required hint={t`Fees due from this month on`} />
      <DateField name="endsOn" label={t`To (optional)`} hint={t`Empty: until the term ends`} />
      <FormWide>
        <TextField name="reason" label={t`Reason`} required autoComplete="off" maxLength={200} />
      </FormWide>
      <FormWide>
        <FileField
          name="fileId"
          label={t`Document`}
          required={kind?.needsDocument ?? false}
          purpose="concession-document"
          storedUrl={null}
          preview={(address) => (
            <Link href={address} target="_blank" rel="noreferrer">
              <Trans>Open</Trans>
            </Link>
          )}
        />
      </FormWide>
      <FormWide>
        <Preview termId={termId} studentId={student.id} values={values} />
      </FormWide>
    </CommandForm>
  )
}

/** What the concession would take off, before it is given. */
function Preview({ termId, studentId, values }: { termId: string; studentId: string; values: object }) {
  const preview = useConcessionPreview(termId, studentId, values)
  if (!preview) return null
  const [amount, count] = [showMoney(preview.amount), preview.fees.length]
  return (
    <Text role="status">
      {count === 0
        ? t`It takes nothing off: no fee of these days is pending.`
        : plural(count, { one: `It takes ${amount} off # fee.`, other: `It takes ${amount} off # fees.` })}
    </Text>
  )
}
