import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useShell } from '../activeSchool.ts'
import { termDependentsText } from './lookedAtTerm.ts'
import styles from './TermSelector.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { HistoryIcon } from '#ui/kit/icons.ts'

/** Height of `TermNotice`. */
export const termNoticeHeight = 44

/** Selects the looked-at term and says what depends on it. Hidden when there is nothing to choose. */
export function TermSelector({ full = false }: { full?: boolean }) {
  const { viewer, terms, term, chooseTerm } = useShell()
  const followers = termDependentsText(viewer.role)
  if (followers === null || terms.length < 2 || !term) return null
  return (
    <TextField
      select
      size="small"
      id={full ? 'term-in-menu' : 'term'}
      label="Term shown"
      helperText={followers}
      value={term.id}
      onChange={(event) => chooseTerm(event.target.value)}
      fullWidth={full}
      sx={{ minWidth: 180, mt: full ? 0 : 0.75 }}
      slotProps={{ formHelperText: { sx: { mt: 0, mx: 0.5, lineHeight: 1.4, whiteSpace: 'nowrap' } } }}
    >
      {terms.map(({ id, name, current }) => (
        <MenuItem key={id} value={id}>
          {current ? `${name} (current)` : name}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Returns whether the looked-at term is not the school's current one. */
export function useShowsOtherTerm(): boolean {
  const { term, terms } = useShell()
  return term !== null && !term.current && terms.some(({ current }) => current)
}

/** Coloured line below the top bar while the looked-at term is not the current one, with a button back. */
export function TermNotice() {
  const { term, terms, chooseTerm } = useShell()
  const other = useShowsOtherTerm()
  const current = terms.find((candidate) => candidate.current)
  if (!other || !term || !current) return null
  return (
    <Box
      role="status"
      sx={{
        height: termNoticeHeight,
        px: { xs: 1.5, sm: 3 },
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
      }}
    >
      <HistoryIcon size={20} />
      <span className={styles.clipped}>
        {'You see '}
        <b>{term.name}</b>
        <span className={styles.deskOnly}>{', which is not the current term'}</span>
      </span>
      <Button size="small" onClick={() => chooseTerm(current.id)} className={styles.button}>
        Back to {current.name}
      </Button>
    </Box>
  )
}
