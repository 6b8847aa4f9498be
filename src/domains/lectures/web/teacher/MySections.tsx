import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { MySectionsDocument } from '../mySections.graphql.ts'
import styles from './MySections.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'

/** The teacher's sections of the current term, for schools without live lectures. */
export function MySections() {
  const { schoolId, terms } = useActiveSchool()
  const termId = terms.find((term) => term.current)?.id ?? '0'
  const { data, error, refetch } = useQuery(MySectionsDocument, { variables: { schoolId, termId } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (data.mySections.length === 0) return <NoSections />
  return (
    <section>
      <Heading level={2} className={styles.text}>
        <Trans>Sections</Trans>
      </Heading>
      <List>
        {data.mySections.map((section) => (
          <ListRow key={section.id} divided className={styles.box}>
            <ListText
              title={`${section.class.name}-${section.name}`}
              detail={plural(section.studentCount, { one: '# student', other: '# students' })}
            />
          </ListRow>
        ))}
      </List>
    </section>
  )
}

export function NoSections() {
  return (
    <EmptyState
      text={t`No sections yet`}
      hint={t`The sections you teach appear here once the school’s office has assigned them to you.`}
    />
  )
}
