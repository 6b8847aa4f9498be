import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { AddBookForm } from './BookForm.tsx'
import { AddClassForm } from './ClassForm.tsx'
import { ClassesDocument } from './classes.graphql.ts'
import { AddSectionForm } from './SectionForm.tsx'
import { AddSubjectForm } from './SubjectForm.tsx'
import styles from './AddClassSection.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

const forms = [
  { key: 'class', label: t`Class`, form: <AddClassForm /> },
  { key: 'section', label: t`Section`, form: <AddSectionForm /> },
  { key: 'subject', label: t`Subject`, form: <AddSubjectForm /> },
  { key: 'book', label: t`Book`, form: <AddBookForm /> },
] as const

/** The tab Add Class/Section: forms for a class, section, subject and book, in the order in which they are added. */
export default function AddClassSection() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ClassesDocument, { variables: { schoolId, termId } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return <AddForms hasClasses={data.classes.length > 0} whyNoClass={data.classesViewerCan.addClass.reason} />
}

function AddForms({ hasClasses, whyNoClass }: { hasClasses: boolean; whyNoClass: string | null }) {
  const [search, setSearch] = useSearchParams()
  // Stays when the first class is added: its form is shown for the next one.
  const [first] = useState(whyNoClass === null && !hasClasses ? 'class' : 'section')
  const open = forms.find(({ key }) => key === search.get('what')) ?? forms.find(({ key }) => key === first)
  return (
    <div className={styles.column}>
      <ToggleGroup
        value={open?.key ?? null}
        aria-label={t`What to add`}
        onChange={(what: string) => {
          if (what) setSearch({ tab: 'add', what }, { replace: true })
        }}
      >
        {forms.map(({ key, label }) => (
          <Toggle key={key} value={key} className={styles.toggle}>
            {label}
          </Toggle>
        ))}
      </ToggleGroup>
      {open?.key === 'class' && whyNoClass !== null ? <Alert kind="info">{whyNoClass}</Alert> : open?.form}
    </div>
  )
}
