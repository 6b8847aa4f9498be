import type { Tx } from '#platform/database/connect.ts'
import { addDays, addMonths, type Day, schoolDay } from '#shared/dates.ts'
import type { DemoClass, DemoExams } from './exams.ts'
import { storeAll } from './store.ts'

interface DemoDateSheets {
  classes: readonly DemoClass[]
  /** The names of the classes whose semester examination is over. */
  written: readonly string[]
}

interface DemoExam {
  name: string
  part: string
  instructions: string
  classes: readonly DemoClass[]
  from: Day
  starts: string
  ends: string
}

/** Adds the semester examination that is over, and a unit test that is announced and begins in ten days. */
export async function addDateSheets(db: Tx, demo: DemoExams, { classes, written }: DemoDateSheets): Promise<void> {
  const today = schoolDay(demo.now)
  const lastDay = addDays(addMonths(demo.current.startsOn, 12), -10)
  const inTerm = (day: Day) => (day > lastDay ? lastDay : day < demo.current.startsOn ? demo.current.startsOn : day)
  await addExam(db, demo, {
    name: 'First semester examination',
    part: 'First semester',
    instructions: '',
    classes: classes.filter(({ name }) => written.includes(name)),
    from: inTerm(addDays(today, -40)),
    starts: '10:30',
    ends: '12:30',
  })
  await addExam(db, demo, {
    name: 'Second unit test',
    part: '',
    instructions: 'Bring a pen and the school diary.\nBe in school a quarter of an hour before the paper.',
    classes,
    from: inTerm(addDays(today, 10)),
    starts: '09:00',
    ends: '10:00',
  })
}

async function addExam(db: Tx, { schoolId, current, head, now }: DemoExams, exam: DemoExam): Promise<void> {
  const at = new Date(now.getTime() - 50 * 86_400_000)
  const { name, part, instructions, classes, from, starts, ends } = exam
  const [{ id: examId } = { id: 0 }] = await storeAll<{ id: number }>(
    db,
    'exams',
    [
      {
        schoolId,
        termId: current.id,
        name,
        part,
        instructions,
        version: 1,
        changedAt: at,
        changedBy: head.subject,
        changedByName: head.name,
      },
    ],
    ['id'],
  )
  const wanted = classes.flatMap((ofClass) =>
    ofClass.subjects
      .filter(({ kind }) => kind === 'COUNTED')
      .map((subject, index) => ({ ofClass, subject: subject.name, day: schoolDayAfter(from, index) })),
  )
  const papers = await storeAll<{ id: number; classId: number; subject: string }>(
    db,
    'examPapers',
    wanted.map(({ ofClass, subject, day }) => ({
      schoolId,
      termId: current.id,
      examId,
      classId: ofClass.id,
      subject,
      day,
      starts,
      ends,
      wholeClass: true,
    })),
    ['id', 'classId', 'subject'],
  )
  const idOf = new Map(papers.map(({ id, classId, subject }) => [`${classId} ${subject}`, id]))
  const announced = wanted.map(({ ofClass, subject, day }) => ({
    id: idOf.get(`${ofClass.id} ${subject}`),
    classId: ofClass.id,
    className: ofClass.name,
    subject,
    day,
    starts,
    ends,
    sectionIds: [],
    sectionNames: [],
  }))
  await db
    .updateTable('exams')
    .set({
      announcedAt: at,
      announcedByName: head.name,
      announcedVersion: 1,
      announcedPapers: JSON.stringify(announced),
    })
    .where('schoolId', '=', schoolId)
    .where('id', '=', examId)
    .execute()
}

/** Returns the n-th day from a day on that is no Sunday. */
function schoolDayAfter(from: Day, place: number): Day {
  let day = from
  for (let left = place; ; day = addDays(day, 1)) {
    if (new Date(`${day}T00:00:00Z`).getUTCDay() === 0) continue
    if (left === 0) return day
    left -= 1
  }
}
