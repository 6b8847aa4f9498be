import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { schoolDay } from '#shared/dates.ts'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { Button } from '#ui/kit/Button.tsx'
import { SettingsIcon } from '#ui/kit/icons.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { accountingRange } from '../accounting.schema.ts'
import { rangeInAddress } from './accountingRanges.ts'
import { EarlierExports } from './EarlierExports.tsx'
import { Overview } from './Overview.tsx'
import { RangeForm } from './RangeForm.tsx'

// Loaded when opened.
const MadeExport = lazy(() => import('./MadeExport.tsx'))

/** /accounting: the books of a range of days for the accountant. The address names the days, or the export shown. */
export default function AccountingScreen() {
  const [address] = useSearchParams()
  return namesDocument(address) ? <MadeExport /> : <Books />
}

function Books() {
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
          <RangeForm key={rangeKey} days={range} onDays={({ start, end }) => setAddress({ start, end })} />
          {accountingRange.safeParse(range).success && <Overview key={rangeKey} days={range} />}
        </Stack>
      </PageLayout>
      <EarlierExports />
    </Stack>
  )
}
