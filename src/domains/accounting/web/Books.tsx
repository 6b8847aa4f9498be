import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { schoolDay } from '#shared/dates.ts'
import { Button } from '#ui/kit/Button.tsx'
import { SettingsIcon } from '#ui/kit/icons.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { accountingRange } from '../accounting.schema.ts'
import { rangeInAddress } from './accountingRanges.ts'
import { EarlierExports } from './EarlierExports.tsx'
import { Overview } from './Overview.tsx'
import { RangeForm } from './RangeForm.tsx'

/** The books of the days that the address names. */
export default function Books() {
  const [address, setAddress] = useSearchParams()
  const range = rangeInAddress(address, schoolDay(new Date()))
  const rangeKey = `${range.start} ${range.end}`
  return (
    <Stack gap={6}>
      <PageLayout
        title={t`Accounting`}
        context={t`Vouchers for Tally and as a spreadsheet, with the totals of the day book.`}
        action={
          <Button variant="quiet" as={Link} to="/settings?tab=ledgers" icon={<SettingsIcon />}>
            <Trans>Ledgers</Trans>
          </Button>
        }
      >
        <Stack gap={5}>
          <RangeForm key={`form ${rangeKey}`} days={range} onDays={({ start, end }) => setAddress({ start, end })} />
          {accountingRange.safeParse(range).success && <Overview key={rangeKey} days={range} />}
        </Stack>
      </PageLayout>
      <EarlierExports />
    </Stack>
  )
}
