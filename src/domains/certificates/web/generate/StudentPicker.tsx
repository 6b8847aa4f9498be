import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { studentMatchProps, useStudentSearch } from '#domains/classes/web/studentSearch.exports.tsx'
import { Combobox } from '#ui/kit/Combobox.tsx'

/** Finds the student for a certificate by name, roll, register number or phone. */
export function StudentPicker({ onChoose }: { onChoose: (studentId: string) => void }) {
  const [typed, setTyped] = useState('')
  const { matches, waiting, props: searchProps } = useStudentSearch(typed)
  return (
    <Combobox
      {...searchProps}
      {...studentMatchProps}
      label={t`Find a student`}
      placeholder={t`Name, roll, register no. or phone`}
      options={waiting ? [] : matches.rows}
      value={null}
      onChange={(match) => match && onChoose(match.student.id)}
      typed={typed}
      onTyped={setTyped}
    />
  )
}
