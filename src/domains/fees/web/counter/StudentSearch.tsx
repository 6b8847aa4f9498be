import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { StudentOption, studentMatchProps, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'
import { KeyCap } from './KeyCap.tsx'
import { Combobox } from '#ui/kit/Combobox.tsx'

export interface StudentSearchProps {
  input: RefObject<HTMLInputElement | null>
  showRegisterNo: boolean
  onChoose: (studentId: string) => void
  /** Called on Escape in an empty search; the fees get the focus. */
  onLeave: () => void
}

/** Finds a student while typing. Arrow keys choose, Enter opens. */
export function StudentSearch({ input, showRegisterNo, onChoose, onLeave }: StudentSearchProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const text = typed.trim()
  const { matches, waiting, canSearch, props: searchProps } = useStudentSearch(typed)
  /** The text for which Enter was pressed before its results arrived. */
  const entered = useRef<string | null>(null)

  function choose(studentId: string) {
    entered.current = null
    setTyped('')
    onChoose(studentId)
  }

  // Enter pressed early opens the student once the results arrive, if there is exactly one. With several, the clerk has
  // to choose.
  useEffect(() => {
    if (waiting || entered.current === null) return
    const only = entered.current === matches.text && matches.rows.length === 1 ? matches.rows[0] : undefined
    entered.current = null
    if (only) {
      setTyped('')
      onChoose(only.student.id)
    }
  }, [waiting, matches, onChoose])

  return (
    <Combobox
      {...searchProps}
      {...studentMatchProps}
      id="find-student"
      label={t`Find a student`}
      hideLabel
      placeholder={showRegisterNo ? t`Name, roll, register no. or phone` : t`Name, roll or phone`}
      options={matches.rows}
      renderOption={(match) => <StudentOption match={match} showRegisterNo={showRegisterNo} />}
      groupOf={
        matches.total > matches.rows.length
          ? () => t`${matches.total} found, here are the first ${matches.rows.length}. Type more to find one.`
          : undefined
      }
      value={null}
      onChange={(match) => match && choose(match.student.id)}
      typed={typed}
      onTyped={setTyped}
      open={open && canSearch}
      onOpenChange={setOpen}
      inputRef={input}
      autoFocus
      end={typed === '' && <KeyCap>F2</KeyCap>}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && waiting) {
          // The list still shows the previous text's results, and choosing one would open the wrong student.
          event.preventDefault()
          event.preventBaseUIHandler()
          if (canSearch) entered.current = text
        } else if (event.key === 'Escape' && typed === '') onLeave()
      }}
    />
  )
}
