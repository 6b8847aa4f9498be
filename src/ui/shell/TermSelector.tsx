import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useShell } from '../activeSchool.ts'
import { termDependentsText } from './lookedAtTerm.ts'
import styles from './TermSelector.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { HistoryIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'

/** Selects the looked-at term and says what depends on it. Hidden when there is nothing to choose. */
export function TermSelector({ full = false }: { full?: boolean }) {
  const { viewer, terms, term, chooseTerm } = useShell()
  const followers = termDependentsText(viewer.role)
  if (followers === null || terms.length < 2 || !term) return null
  return (
    <Select
      id={full ? 'term-in-menu' : 'term'}
      label={t`Term shown`}
      compact={!full}
      hint={followers}
      value={term.id}
      onChange={(event) => chooseTerm(event.target.value)}
      className={full ? undefined : styles.terms}
    >
      {terms.map(({ id, name, current }) => (
        <option key={id} value={id}>
          {current ? t`${name} (current)` : name}
        </option>
      ))}
    </Select>
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
    <div role="status" className={styles.notice}>
      <HistoryIcon size={20} />
      <span className={styles.clipped}>
        <Trans>
          You see <b>{term.name}</b>, which is not the current term
        </Trans>
      </span>
      <Button size="small" onClick={() => chooseTerm(current.id)} className={styles.button}>
        <Trans>Back to {current.name}</Trans>
      </Button>
    </div>
  )
}
