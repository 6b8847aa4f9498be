import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf } from '#ui/problems.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { CounterAccountDocument, CounterDocument } from './openingAccount.graphql.ts'
import { CounterDay } from './CounterDay.tsx'
import { focusFees } from './FeeRows.tsx'
import { KeyCap } from './KeyCap.tsx'
import { StudentAccount } from './StudentAccount.tsx'
import { StudentSearch } from './StudentSearch.tsx'
import { useCounterAddress } from './useCounterAddress.ts'
import { useCounterKeys } from './useCounterKeys.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './CollectFees.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** The fee counter: find a student, see the fees, take the payment, print the receipt, next parent. */
export default function CollectFees() {
  const { term } = useActiveSchool()
  if (term) return <Counter term={term.name} />
  return <EmptyState text={t`This school has no term yet`} hint={t`Fees belong to a term. Add one under “Settings” first.`} />
}

function Counter({ term }: { term: string }) {
  const { schoolId, termId } = useActiveSchool()
  const { studentId, open, leave } = useCounterAddress()
  const client = useDataClient()
  const [settledShown, setSettledShown] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const counter = useQuery(CounterDocument, { variables: { schoolId } })
  const variables = { schoolId, account: { termId, studentId: studentId ?? '0' } }
  const { data, error, refetch } = useQuery(CounterAccountDocument, { variables, skip: studentId === null })
  // Not `refetch`: a refusal would take the account from the screen, and what was typed with it.
  const reload = () => client.fetch(CounterAccountDocument, variables)
  const account = data?.feeAccount
  const showRegisterNo = counter.data?.school.showRegisterNo ?? false

  const focusSearch = useCallback(() => {
    search.current?.focus()
    search.current?.select()
  }, [])
  const focusRows = useCallback(() => {
    if (!focusFees(rows.current)) focusSearch()
  }, [focusSearch])
  const shownId = account?.id
  // Before the browser paints: as long as the search has the focus, Enter and the letters are for the search.
  useLayoutEffect(() => {
    if (shownId !== undefined) focusRows()
    else if (studentId === null) focusSearch()
  }, [shownId, studentId, focusRows, focusSearch])
  useCounterKeys({ F2: focusSearch, '/': focusSearch })

  return (
    <Stack gap={3}>
      <div className={styles.row}>
        <div className={styles.box}>
          <StudentSearch input={search} showRegisterNo={showRegisterNo} onChoose={open} onLeave={focusRows} />
        </div>
        <div className={styles.counterBox}>{counter.data && <CounterDay day={counter.data.counterDay} />}</div>
      </div>
      {account ? (
        <StudentAccount
          // A new student resets the component, so that no selection or text carries over.
          key={account.id}
          account={account}
          termId={termId}
          showRegisterNo={showRegisterNo}
          rowsRef={rows}
          settledShown={settledShown}
          onShowSettled={() => setSettledShown(!settledShown)}
          reload={reload}
          onOpen={open}
          onNext={leave}
          onLeave={focusSearch}
        />
      ) : error ? (
        <NoAccount error={error} term={term} onRetry={() => void refetch()} />
      ) : studentId === null ? (
        <NoStudentChosen />
      ) : (
        <LoadingState />
      )}
    </Stack>
  )
}

function NoAccount({ error, term, onRetry }: { error: unknown; term: string; onRetry: () => void }) {
  if (failureOf(error).code !== 'NOT_FOUND') return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      text={t`This student is not in ${term}`}
      hint={t`Find another student, or choose the term at the top in which the student was here.`}
    />
  )
}

function NoStudentChosen() {
  return (
    <div className={styles.column}>
      <Heading level={3} as="p">
        <Trans>Find the student who pays</Trans>
      </Heading>
      <Text size="small" className={styles.hint}>
        <Trans>
          Type three letters of the name, or the roll, register number or phone. Class and roll find one student: 7-B 12. What is
          due up to this month is selected.
        </Trans>
      </Text>
      <Text size="small" as="p" className={styles.keys}>
        <span>
          <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> <Trans>Choose a student</Trans>
        </span>
        <span>
          <KeyCap>{t`Enter`}</KeyCap> <Trans>Open the account</Trans>
        </span>
        <span>
          <KeyCap>F2</KeyCap> <Trans>Find the next student</Trans>
        </span>
        <span>
          <KeyCap>?</KeyCap> <Trans>All keys of this screen</Trans>
        </span>
      </Text>
    </div>
  )
}
