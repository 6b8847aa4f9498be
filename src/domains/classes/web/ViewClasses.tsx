import { showCount } from '#shared/counts.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { showError } from '#ui/snackbars.ts'
import { sectionTitle } from '../classes.rules.ts'
import { type SectionDetailsFragment, SectionsDocument } from './classes.graphql.ts'
import { DeleteSection } from './DeleteDialogs.tsx'
import styles from './ViewClasses.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { DeleteForeverIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

const EditSection = later(async () => ({ default: (await import('./SectionForm.tsx')).EditSection }))

type Section = SectionDetailsFragment

const columns: readonly Column<Section>[] = [
  { key: 'sr', header: t`SR`, value: (section) => section.sr, numeric: true, flex: 0.4, minWidth: 70, phone: 'none' },
  { key: 'class', header: t`Class`, value: (section) => section.class.name, flex: 0.8, minWidth: 90, phone: 'none' },
  {
    key: 'section',
    header: t`Section`,
    value: (section) => section.name,
    // A phone shows one column as the row's title, which includes the class.
    render: (section) => (
      <>
        <span className={styles.phoneOnly}>{section.class.name}-</span>
        {section.name}
      </>
    ),
    flex: 0.8,
    minWidth: 90,
    phone: 'title',
  },
  {
    key: 'teachers',
    header: t`Teachers`,
    value: (section) => section.teachers.map((teacher) => teacher.name).join(', '),
    flex: 2.4,
    minWidth: 200,
    phone: 'line',
  },
  {
    key: 'students',
    header: t`Students`,
    value: (section) => section.studentCount,
    render: (section) => showCount(section.studentCount),
    numeric: true,
    flex: 0.7,
    minWidth: 120,
    phone: 'line',
    phoneText: (section) => plural(section.studentCount, { one: '# student', other: '# students' }),
  },
  {
    key: 'notificationTime',
    header: t`Notification Time`,
    // Without the zone, which is the same for all sections.
    value: (section) => section.notificationTime?.slice(0, 5) ?? '',
    minWidth: 180,
    phone: 'none',
  },
]

/** The tab View Classes: the sections of the looked-at term. */
export function ViewClasses() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(SectionsDocument, { variables: { schoolId, termId } })
  const [editing, setEditing] = useState<Section | null>(null)
  const [deleting, setDeleting] = useState<Section | null>(null)
  const actions = useMemo(() => sectionActions(setEditing, setDeleting), [])
  return (
    <>
      <DataTable
        title={t`CLASSES`}
        fileName="sections"
        columns={columns}
        rows={data?.sections}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={sectionId}
        rowName={sectionTitle}
        actions={actions}
        empty={{
          text: t`No sections yet`,
          hint: t`Students sit in the sections of a class, such as 7-A. Add the teachers first, then classes and sections.`,
          action: (
            <Button variant="primary" as={Link} to="/classes?tab=add">
              <Trans>Add Class/Section</Trans>
            </Button>
          ),
        }}
      />
      {editing && <EditSection of={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteSection of={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const sectionId = (section: Section) => section.id

function sectionActions(edit: (section: Section) => void, remove: (section: Section) => void): RowAction<Section>[] {
  return [
    { label: t`Edit Section`, icon: EditIcon, onClick: edit, refusalReason: (section) => section.viewerCan.update.reason },
    {
      label: t`Delete Section`,
      icon: DeleteForeverIcon,
      destructive: true,
      // Said when it is tried, as the specification has it: a section with students is an everyday thing.
      onClick: (section) => {
        const { reason } = section.viewerCan.delete
        if (reason === null) remove(section)
        else showError(reason)
      },
    },
  ]
}
