import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { type StudentMatch, StudentOption, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'
import { KeyCap } from './KeyCap.tsx'
import { Combobox } from '#ui/kit/Combobox.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LeftWithDuesDocument, type LeftWithDuesQuery } from '../pending/pending.graphql.ts'

type LeftStudent = LeftWithDuesQuery['leftWithDues'][number]
/** A student of the shown term, or one who has left. */
type Found = StudentMatch | LeftStudent

export interface StudentSearchProps {
  input: RefObject<HTMLInputElement | null>
  showRegisterNo: boolean
  /** Called with the term of the last place of a student who has left. */
  onChoose: (studentId: string, termId?: string) => void
  /** Called on Escape in an empty search; the fees get the focus. */
  onLeave: () => void
}

/**
 * Finds a student while typing. Arrow keys choose, Enter opens. When nobody of the shown term is found, those who have
 * left the school and owe are looked through.
 */
export function StudentSearch({ input, showRegisterNo, onChoose, onLeave }: StudentSearchProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const text = typed.trim()
  const { matches, waiting, canSearch, props: searchProps } = useStudentSearch(typed)
  const { schoolId } = useActiveSchool()
  const nobody = canSearch && !waiting && matches.total === 0 && matches.failure === null
  const left = useQuery(LeftWithDuesDocument, {
    variables: { schoolId, input: { search: text } },
    skip: !nobody,
    fetchPolicy: 'network-only',
  })
  const options: readonly Found[] = nobody ? (left.data?.leftWithDues ?? []) : matches.rows
  /** The text for which Enter was pressed before its results arrived. */
  const entered = useRef<string | null>(null)

  function choose(found: Found) {
    entered.current = null
    setTyped('')
    if ('termId' in found) onChoose(found.studentId, found.termId)
    else onChoose(found.student.id)
  }

  const groupOf = (found: Found) =>
    'termId' in found
      ? t`Left the school`
      : t`${matches.total} found, here are the first ${matches.rows.length}. Type more to find one.`

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
      emptyText={nobody && left.loading ? t`Searching` : searchProps.emptyText}
      optionKey={(found) => ('termId' in found ? found.studentId : found.id)}
      optionLabel={(found) => ('termId' in found ? found.name : found.student.name)}
      id="find-student"
      label={t`Find a student`}
      hideLabel
      placeholder={showRegisterNo ? t`Name, roll, register no. or phone` : t`Name, roll or phone`}
      options={options}
      renderOption={(found) =>
        'termId' in found ? <LeftOption student={found} /> : <StudentOption match={found} showRegisterNo={showRegisterNo} />
      }
      groupOf={nobody || matches.total > matches.rows.length ? groupOf : undefined}
      value={null}
      onChange={(found) => found && choose(found)}
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

/** A student who has left: name, phone, the last place, and what is owed. */
function LeftOption({ student: { name, phone, sectionName, termName, pending } }: { student: LeftStudent }) {
  return (
    <Row gap={3} align="center" justify="between">
      <span>
        {name}{' '}
        <Text as="span" tone="quiet">
          {phone} · {sectionName}, {termName}
        </Text>
      </span>
      {showMoney(pending)}
    </Row>
  )
}
