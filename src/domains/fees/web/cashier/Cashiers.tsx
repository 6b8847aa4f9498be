import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { addDays, type Day, isDay, schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { DayField } from '#ui/kit/DayField.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon, LockIcon, ReceiptIcon } from '#ui/kit/icons.ts'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { differenceText } from '../../closingSheet.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { useOpenDays } from '../openDays.exports.tsx'
import { CashiersDocument, type CashiersQuery } from './cashier.graphql.ts'
import { closeDayAddress, closingAddress } from './cashierAddresses.ts'

type CashierRow = CashiersQuery['cashiers'][number]

/** The Cashiers tab: days that are not closed, and who took what on a day, with the closing. */
export default function Cashiers() {
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const named = address.get('day') ?? ''
  const day = isDay(named) && named <= today ? named : today
  const open = (next: Day) => setAddress({ tab: 'cashiers', ...(next === today ? {} : { day: next }) })
  return (
    <Stack gap={4}>
      <OpenDays />
      <Row gap={1} align="center">
        <Tooltip text={t`Previous day`}>
          <IconButton aria-label={t`Previous day`} onClick={() => open(addDays(day, -1))}>
            <ChevronLeftIcon />
          </IconButton>
        </Tooltip>
        <DayField label={t`Day`} day={day} max={today} onDay={open} />
        <Tooltip text={t`Next day`}>
          <IconButton aria-label={t`Next day`} disabled={day >= today} onClick={() => open(addDays(day, 1))}>
            <ChevronRightIcon />
          </IconButton>
        </Tooltip>
      </Row>
      <CashiersOfDay key={day} day={day} />
    </Stack>
  )
}

/** Days before today that their clerks have not closed; nothing when there are none. */
function OpenDays() {
  const open = useOpenDays()
  if (!open || open.days.length === 0) return null
  return (
    <section aria-label={t`Days not closed`}>
      <Heading level={3} as="h2">
        <Trans>Days not closed</Trans>
      </Heading>
      <List>
        {open.days.map(({ clerk, clerkName, day }) => (
          <ListRow
            key={`${clerk} ${day}`}
            divided
            end={
              <Button as={Link} size="small" to={closeDayAddress({ day, clerk })}>
                <Trans>Close the day</Trans>
              </Button>
            }
          >
            <ListText title={clerkName} detail={showDay(day)} />
          </ListRow>
        ))}
      </List>
    </section>
  )
}

function CashiersOfDay({ day }: { day: Day }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(CashiersDocument, { variables: { schoolId, input: { day } } })
  const actions = useMemo<RowAction<CashierRow>[]>(
    () => [
      {
        label: t`Closing sheet`,
        icon: ReceiptIcon,
        onClick: ({ closing }) => closing && navigate(closingAddress(closing.closingId)),
        hidden: ({ closing }) => closing === null,
      },
      {
        label: t`Close the day`,
        icon: LockIcon,
        onClick: ({ clerk }) => navigate(closeDayAddress({ day, clerk })),
        hidden: ({ closed }) => closed,
      },
    ],
    [navigate, day],
  )
  return (
    <DataTable
      title={t`CASHIERS`}
      fileName={`cashiers-${day}`}
      columns={columns}
      rows={data?.cashiers}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      failure={feesFailure}
      rowId={clerkId}
      rowName={clerkName}
      actions={actions}
      empty={{
        text: t`Nobody has taken money on this day`,
        hint: t`Everybody who takes money at the counter is listed here, with the closing of the day.`,
      }}
    />
  )
}

const clerkId = (row: CashierRow) => row.clerk
const clerkName = (row: CashierRow) => row.clerkName

/** The state of a clerk's day in words. */
function stateText({ closed, reopenings }: CashierRow): string {
  if (closed) return t({ message: 'Closed', context: 'a day' })
  return reopenings > 0 ? t`Opened again` : t({ message: 'Open', context: 'a day' })
}

const columns: readonly Column<CashierRow>[] = [
  { key: 'clerk', header: t`Clerk`, value: clerkName, flex: 2, minWidth: 160 },
  {
    key: 'state',
    header: t`Day`,
    value: stateText,
    render: (row) => <StateChip state={row.closed ? 'DONE' : 'PENDING'} label={stateText(row)} />,
    minWidth: 120,
    phone: 'end',
  },
  { key: 'receipts', header: t`Receipts`, value: (row) => row.receipts, numeric: true, minWidth: 90, phone: 'none' },
  {
    key: 'collected',
    header: t`Collected`,
    value: (row) => row.collected,
    render: (row) => showMoney(row.collected),
    money: true,
    numeric: true,
    minWidth: 120,
    phone: 'line',
  },
  {
    key: 'cash',
    header: t`Of it cash`,
    value: (row) => row.cash,
    render: (row) => showMoney(row.cash),
    money: true,
    numeric: true,
    minWidth: 120,
    phone: 'none',
  },
  {
    key: 'clearing',
    header: t`Clearing`,
    value: (row) => row.clearing,
    render: (row) => showMoney(row.clearing),
    money: true,
    numeric: true,
    minWidth: 120,
    hidden: true,
  },
  {
    key: 'difference',
    header: t({ message: 'Difference', context: 'of cash' }),
    value: ({ closing }) => closing && [differenceText(closing.difference), closing.reason].filter(Boolean).join(': '),
    flex: 2,
    minWidth: 180,
    phone: 'line',
  },
  {
    key: 'closed',
    header: t`Closed by`,
    value: ({ closing }) => (closing ? `${closing.closedByName}, ${schoolTime(new Date(closing.closedAt)).slice(0, 5)}` : null),
    minWidth: 160,
    hidden: true,
  },
]
