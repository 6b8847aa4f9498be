import { useQuery } from '@apollo/client/react'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import SearchIcon from '@mui/icons-material/Search'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import InputAdornment from '@mui/material/InputAdornment'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemAvatar from '@mui/material/ListItemAvatar'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useShell } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { SchoolsDocument, type SchoolsQuery } from './schools.graphql.ts'

type School = SchoolsQuery['schools'][number]

/** As many as fit a glance; the search finds the others. */
const mostShown = 50

/** What the list can show; a society is found under its own filter. */
const kinds = {
  schools: {
    label: 'Schools',
    one: 'school',
    many: 'schools',
    fileName: 'schools',
    all: 'All schools',
    found: 'The schools found',
  },
  societies: {
    label: 'Societies',
    one: 'society',
    many: 'societies',
    fileName: 'societies',
    all: 'All societies',
    found: 'The societies found',
  },
} as const
type Kind = keyof typeof kinds

/** The tab Select School: picking one makes it the active school, with its current term, and goes to its dashboard. */
export function SelectSchool() {
  const [search, setSearch] = useSearchParams()
  const kind: Kind = search.get('show') === 'societies' ? 'societies' : 'schools'
  return (
    <Box sx={{ maxWidth: 720 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={kind}
        onChange={(_, chosen: Kind | null) =>
          chosen && setSearch(chosen === 'schools' ? {} : { show: chosen }, { replace: true })
        }
        aria-label="Show"
        sx={{ mb: 2 }}
      >
        <ToggleButton value="schools">{kinds.schools.label}</ToggleButton>
        <ToggleButton value="societies">{kinds.societies.label}</ToggleButton>
      </ToggleButtonGroup>
      <SchoolsOfKind key={kind} kind={kind} />
    </Box>
  )
}

function SchoolsOfKind({ kind }: { kind: Kind }) {
  // What a switch in the settings has moved to the other list is seen there.
  const { data, error, refetch } = useQuery(SchoolsDocument, {
    variables: { societies: kind === 'societies' },
    fetchPolicy: 'cache-and-network',
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (data.schools.length > 0) return <SchoolList schools={data.schools} kind={kind} />
  if (kind === 'societies')
    return (
      <EmptyState text="There is no society" hint="A school whose setting Is Society is on is listed here, and can be opened." />
    )
  return (
    <EmptyState
      text="No Schools Found. Add a school to continue!"
      action={
        <Button variant="contained" component={Link} to="/schools?tab=add">
          Add School
        </Button>
      }
    />
  )
}

function SchoolList({ schools, kind }: { schools: readonly School[]; kind: Kind }) {
  const { school: active, chooseSchool } = useShell()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [opening, setOpening] = useState<string | null>(null)
  const words = kinds[kind]
  const searched = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = schools.filter((school) =>
    searched.every((word) => `${school.name} ${school.description}`.toLowerCase().includes(word)),
  )
  const shown = found.slice(0, mostShown)

  async function open(id: string) {
    setOpening(id)
    try {
      await chooseSchool(id)
      await navigate('/dashboard')
    } catch (problem) {
      setOpening(null)
      showError(genericMessage(failureOf(problem)))
    }
  }

  function openOnly(event: FormEvent) {
    event.preventDefault()
    const [only] = found
    if (only && found.length === 1) void open(only.id)
  }

  return (
    <Box>
      <Box component="form" role="search" onSubmit={openOnly}>
        <TextField
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          label={`Search ${words.many}`}
          type="search"
          autoFocus
          autoComplete="off"
          fullWidth
          slotProps={{
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon />
                </InputAdornment>
              ),
            },
          }}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, my: 1 }}>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', flex: 1 }}>
          {countText(found.length, schools.length, searched.length > 0, words)}
        </Typography>
        <ExportButton
          size="small"
          fileName={words.fileName}
          choices={[{ label: searched.length > 0 ? words.found : words.all, tables: () => [schoolsTable(words.label, found)] }]}
        />
      </Box>
      {shown.length === 0 ? (
        <EmptyState text="Nothing found" hint={`No ${words.one} has these words in its name or description.`} />
      ) : (
        <Paper variant="outlined">
          <List disablePadding aria-label={words.label}>
            {shown.map((school, index) => (
              <ListItem key={school.id} disablePadding divider={index < shown.length - 1}>
                <ListItemButton
                  onClick={() => void open(school.id)}
                  disabled={opening !== null}
                  selected={school.id === active?.id}
                  sx={{ py: 1.5 }}
                >
                  <ListItemAvatar>
                    <Avatar variant="rounded" aria-hidden sx={{ bgcolor: 'primary.main', color: 'primary.contrastText' }}>
                      {school.name.slice(0, 1).toUpperCase()}
                    </Avatar>
                  </ListItemAvatar>
                  <ListItemText
                    primary={school.name}
                    secondary={school.description || null}
                    slotProps={{ primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } }, secondary: { noWrap: true } }}
                  />
                  {school.id === active?.id && <Chip size="small" color="primary" label="Active" sx={{ mx: 1 }} />}
                  {opening === school.id ? (
                    <CircularProgress size={20} aria-label="Opening" />
                  ) : (
                    <ChevronRightIcon color="action" />
                  )}
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </Paper>
      )}
    </Box>
  )
}

function schoolsTable(title: string, schools: readonly School[]): SheetTable {
  return tableFromCells(title, [['Name', 'Description'], ...schools.map(({ name, description }) => [name, description])])
}

function countText(found: number, all: number, searching: boolean, { one, many }: { one: string; many: string }): string {
  const total = countWithNoun(all, one, many)
  const which = searching ? `${found} of ${total}` : total
  return found > mostShown ? `${which}, the first ${mostShown} shown. Type to find another.` : which
}
