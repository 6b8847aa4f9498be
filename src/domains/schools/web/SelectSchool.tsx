import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useShell } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { useFindByWords } from '#ui/useFindByWords.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { platformSettings } from '../schools.rules.ts'
import { SchoolsDocument, type SchoolsQuery } from './schools.graphql.ts'
import styles from './SelectSchool.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ChevronRightIcon, SearchIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { List, ListButton, ListRow, ListText } from '#ui/kit/List.tsx'
import { Spinner } from '#ui/kit/Progress.tsx'

type School = SchoolsQuery['schools'][number]

/** Largest number of schools shown; the search finds the others. */
const mostShown = 50

/** The labels of the two lists. */
const kindLabels = {
  schools: {
    label: t`Schools`,
    search: t`Search schools`,
    notFound: t`No school has all of these words in its name or description.`,
    count: (count: number) => plural(count, { one: '# school', other: '# schools' }),
    fileName: 'schools',
    all: t`All schools`,
    matching: t`The schools found`,
  },
  societies: {
    label: t`Societies`,
    search: t`Search societies`,
    notFound: t`No society has all of these words in its name or description.`,
    count: (count: number) => plural(count, { one: '# society', other: '# societies' }),
    fileName: 'societies',
    all: t`All societies`,
    matching: t`The societies found`,
  },
} as const
type SchoolKind = keyof typeof kindLabels

/** The tab Select School: opens the dashboard of the chosen school, in its current term. */
export function SelectSchool() {
  const [search, setSearch] = useSearchParams()
  const kind: SchoolKind = search.get('show') === 'societies' ? 'societies' : 'schools'
  return (
    <div className={styles.box}>
      <ToggleGroup
        value={kind}
        onChange={(chosen: SchoolKind) => setSearch(chosen === 'schools' ? {} : { show: chosen }, { replace: true })}
        aria-label={t`Show`}
        className={styles.spaced}
      >
        <Toggle value="schools">{kindLabels.schools.label}</Toggle>
        <Toggle value="societies">{kindLabels.societies.label}</Toggle>
      </ToggleGroup>
      <SchoolsOfKind key={kind} kind={kind} />
    </div>
  )
}

function SchoolsOfKind({ kind }: { kind: SchoolKind }) {
  // Refetches, because the setting Is Society may have moved a school to the other list.
  const { data, error, refetch } = useQuery(SchoolsDocument, {
    variables: { societies: kind === 'societies' },
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (data.schools.length > 0) return <SchoolList schools={data.schools} kind={kind} />
  if (kind === 'societies')
    return (
      <EmptyState text={t`No societies yet`} hint={t`Schools with the setting ${platformSettings.isSociety} are listed here.`} />
    )
  return (
    <EmptyState
      text={t`No Schools Found. Add a school to continue!`}
      action={
        <Button variant="primary" as={Link} to="/schools?tab=add">
          <Trans>Add School</Trans>
        </Button>
      }
    />
  )
}

function SchoolList({ schools, kind }: { schools: readonly School[]; kind: SchoolKind }) {
  const { school: active, chooseSchool } = useShell()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [opening, setOpening] = useState<string | null>(null)
  const labels = kindLabels[kind]
  const isSearched = search.trim() !== ''
  // Of hundreds of schools only some are shown, and the one in use is among them.
  const inOrder = [...schools.filter(({ id }) => id === active?.id), ...schools.filter(({ id }) => id !== active?.id)]
  const matches = useFindByWords(isSearched)(inOrder, search, ({ name, description }) => `${name} ${description}`)
  const shown = matches.slice(0, mostShown)

  async function open(id: string) {
    setOpening(id)
    try {
      await chooseSchool(id)
      navigate('/dashboard')
    } catch (problem) {
      setOpening(null)
      showError(genericMessage(failureOf(problem)))
    }
  }

  function openSingleMatch(event: FormEvent) {
    event.preventDefault()
    const [match] = matches
    if (match && matches.length === 1) void open(match.id)
  }

  return (
    <div>
      <form role="search" onSubmit={openSingleMatch}>
        <TextField
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          label={labels.search}
          type="search"
          autoFocus
          autoComplete="off"
          start={<SearchIcon />}
        />
      </form>
      <div className={styles.row}>
        <Text size="small" role="status" className={styles.hint}>
          {formatCount(matches.length, schools.length, isSearched, labels.count)}
        </Text>
        <ExportButton
          size="small"
          fileName={labels.fileName}
          choices={[{ label: isSearched ? labels.matching : labels.all, tables: () => [schoolsTable(labels.label, matches)] }]}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState text={t`Nothing found`} hint={labels.notFound} />
      ) : (
        <List aria-label={labels.label}>
          {shown.map((school) => (
            <ListRow key={school.id} divided>
              <ListButton
                onClick={() => void open(school.id)}
                disabled={opening !== null}
                chosen={school.id === active?.id}
                className={styles.schoolListBox}
              >
                <span aria-hidden className={styles.avatar}>
                  {school.name.slice(0, 1).toUpperCase()}
                </span>
                <ListText title={school.name} detail={school.description || null} />
                {school.id === active?.id && (
                  <Chip tone="brand" label={t({ message: 'Active', context: 'the school in use' })} className={styles.chip} />
                )}
                {opening === school.id ? (
                  <Spinner aria-label={t({ message: 'Opening', context: 'a school' })} />
                ) : (
                  <ChevronRightIcon color="var(--ink-2)" />
                )}
              </ListButton>
            </ListRow>
          ))}
        </List>
      )}
    </div>
  )
}

function schoolsTable(title: string, schools: readonly School[]): SheetTable {
  return tableFromCells(title, [[t`Name`, t`Description`], ...schools.map(({ name, description }) => [name, description])])
}

function formatCount(matching: number, all: number, isSearching: boolean, countText: (count: number) => string): string {
  const total = countText(all)
  const count = isSearching ? t`${matching} of ${total}` : total
  return matching > mostShown ? t`${count}, the first ${mostShown} shown. Type to find another.` : count
}
