import { t } from '@lingui/core/macro'
import { memo, useId } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { markLabels } from '#domains/attendance/web/marks.exports.tsx'
import { groupLabels, type GroupName, groupNames, type MarkedStudent } from './groups.ts'
import styles from './StudentGroups.module.css'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { ClockIcon } from '#ui/kit/icons.ts'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { HeardText } from '#ui/kit/HeardText.tsx'

const empty: Record<GroupName, string> = {
  active: t`Nobody is active yet`,
  inactive: t`Nobody has left`,
  absent: t`Nobody is absent`,
}

/** Active, Inactive and Absent, side by side where there is room; a tap on a student corrects the mark. */
export function StudentGroups({
  groups,
  onMark,
}: {
  groups: Record<GroupName, MarkedStudent[]>
  onMark: (student: MarkedStudent) => void
}) {
  return (
    <div className={styles.grid}>
      {groupNames.map((name) => (
        <Group key={name} name={name} students={groups[name]} onMark={onMark} />
      ))}
    </div>
  )
}

function Group({
  name,
  students,
  onMark,
}: {
  name: GroupName
  students: MarkedStudent[]
  onMark: (student: MarkedStudent) => void
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <Heading level={2} id={headingId} className={styles.text}>
        {`${groupLabels[name]} (${students.length})`}
      </Heading>
      {students.length === 0 ? (
        <Text size="small" className={styles.hint}>
          {empty[name]}
        </Text>
      ) : (
        <ul className={styles.list}>
          {students.map((student) => (
            <StudentRow key={student.id} student={student} onMark={onMark} />
          ))}
        </ul>
      )}
    </section>
  )
}

const StudentRow = memo(
  function StudentRow({ student, onMark }: { student: MarkedStudent; onMark: (student: MarkedStudent) => void }) {
    const { roll, name, className, sectionName, mark, waiting } = student
    const section = className === '' ? '' : `${className}-${sectionName}`
    return (
      <li className={styles.item}>
        <Pressable onClick={() => onMark(student)} className={styles.button}>
          <span className={styles.amount}>{roll}</span>
          <Avatar name={name} />
          <span className={styles.fill}>
            <span className={styles.box}>{name}</span>
            {section !== '' && <span className={styles.studentRowHint}>{section}</span>}
          </span>
          {waiting && <ClockIcon role="img" aria-label={t`Waiting to be sent`} size={20} className={styles.muted} />}
          <StateChip state={mark} />
          <HeardText>{markLabels[mark]}</HeardText>
        </Pressable>
      </li>
    )
  },
  // Every poll builds new objects, and most students have not changed.
  (before, after) =>
    before.onMark === after.onMark &&
    (['id', 'name', 'roll', 'className', 'mark', 'waiting'] as const).every((key) => before.student[key] === after.student[key]),
)
