import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { showDay, showMoment } from '#shared/dates.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import type { Facts } from './Overview.tsx'

/** Says what was exported already, what has changed since, and what is being made. */
export function ExportNotes({ facts }: { facts: Facts }) {
  const { vouchers, exported, toCancel, lastExport, earlier, openBy } = facts
  if (openBy === null && exported + toCancel === 0 && !earlier) return null
  return (
    <Stack gap={2}>
      {openBy !== null && <Alert kind="info">{t`An export by ${openBy} is being made. Please wait until it is ready.`}</Alert>}
      {lastExport && exported > 0 && (
        <Alert kind="info">
          {exported === vouchers
            ? t`All vouchers of these days were exported already, last by ${lastExport.createdByName}, ${showMoment(lastExport.createdAt)}.`
            : t`${plural(exported, { one: '# voucher', other: '# vouchers' })} of ${vouchers} were exported already, last by ${lastExport.createdByName}, ${showMoment(lastExport.createdAt)}.`}
        </Alert>
      )}
      {toCancel > 0 && (
        <Alert kind="warning">
          {plural(toCancel, {
            one: '# exported voucher was deleted since. The next export of these days cancels it in Tally.',
            other: '# exported vouchers were deleted since. The next export of these days cancels them in Tally.',
          })}
        </Alert>
      )}
      {earlier && (
        <Alert
          kind="warning"
          action={
            <Button
              variant="quiet"
              size="small"
              as={Link}
              to={`/accounting?${new URLSearchParams({ start: earlier.start, end: earlier.end })}`}
            >
              <Trans>Show these days</Trans>
            </Button>
          }
        >
          {plural(earlier.vouchers, {
            one: `# voucher has changed on days that were exported before, from ${showDay(earlier.start)} to ${showDay(earlier.end)}.`,
            other: `# vouchers have changed on days that were exported before, from ${showDay(earlier.start)} to ${showDay(earlier.end)}.`,
          })}
        </Alert>
      )}
    </Stack>
  )
}
