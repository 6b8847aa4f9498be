import { plural, t } from '@lingui/core/macro'
import { mayRemindAgain, showTime } from '#domains/attendance/web/today.exports.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { NotificationsOnIcon } from '#ui/kit/icons.ts'
import { useCommand } from '#ui/useCommand.ts'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import { NudgeRegistersDocument } from './today.graphql.ts'
import { registerName, registerOf, registerPage, type Today, type TodaysAttendance } from './useToday.ts'

type Register = TodaysAttendance['notTaken'][number]

/** The registers that are due and not taken: the teacher of each is reminded with one tap, or called. */
export function RegisterRows({ attendance: { notTaken }, today }: { attendance: TodaysAttendance; today: Today }) {
  const mayNudge = today.viewerCan.nudge.allowed
  const remindable = mayNudge ? notTaken.filter(isRemindable) : []
  return (
    <NeedRows
      rows={notTaken}
      label={t`Registers not taken`}
      action={remindable.length > 1 && <NudgeAll registers={remindable} />}
    >
      {(register) => (
        <RegisterRow
          key={Object.values(registerOf(register)).join(' ')}
          register={register}
          day={today.day}
          mayNudge={mayNudge}
        />
      )}
    </NeedRows>
  )
}

/** Whether a teacher gets notifications, and had no reminder in the last minutes. */
function isRemindable({ teachers, askedAt }: Register): boolean {
  return teachers.some(({ hasDevice }) => hasDevice) && (!askedAt || mayRemindAgain(askedAt, new Date()))
}

function RegisterRow({ register, day, mayNudge }: { register: Register; day: string; mayNudge: boolean }) {
  const { schoolId } = useActiveSchool()
  const name = registerName(register)
  const [nudge, nudging] = useCommand(NudgeRegistersDocument, {
    success: t`Reminded about the register of ${name}`,
    failure: (text) => text,
  })
  const { teachers, askedAt } = register
  const [first] = teachers
  const who = teachers.map((teacher) => teacher.name).join(', ') || t`no teacher is assigned`
  const asked = askedAt ? t`reminded at ${showTime(askedAt)}` : ''
  const isReachable = teachers.some(({ hasDevice }) => hasDevice)
  return (
    <NeedRow
      title={name}
      to={registerPage(register, day)}
      detail={[who, asked || (mayNudge && first && !isReachable ? t`no notifications on a phone` : '')]
        .filter(Boolean)
        .join(' · ')}
    >
      {mayNudge && first && <Call name={first.name} phone={first.phone} />}
      {mayNudge && isRemindable(register) && (
        <Button
          size="small"
          icon={<NotificationsOnIcon size={16} />}
          loading={nudging}
          aria-label={askedAt ? t`Remind again about ${name}` : t`Remind about ${name}`}
          onClick={() => void nudge({ schoolId, input: { registers: [registerOf(register)] } })}
        >
          {askedAt ? t`Remind again` : t`Remind`}
        </Button>
      )}
    </NeedRow>
  )
}

function NudgeAll({ registers }: { registers: readonly Register[] }) {
  const { schoolId } = useActiveSchool()
  const [nudge, nudging] = useCommand(NudgeRegistersDocument, {
    success: ({ nudgeRegisters: count }) =>
      plural(count, { one: 'Reminded about # register', other: 'Reminded about # registers' }),
    failure: (text) => text,
  })
  const count = registers.length
  return (
    <Button
      size="small"
      icon={<NotificationsOnIcon size={16} />}
      loading={nudging}
      onClick={() => void nudge({ schoolId, input: { registers: registers.map(registerOf) } })}
    >
      {t`Remind all ${count}`}
    </Button>
  )
}
