import { comparePapers, isOfSection, type PaperChange, type PaperTime } from '../dateSheet.rules.ts'
import type { announcedExams, PaperRow, papersOfStudents } from './dateSheet.sql.ts'

/** A paper as families see it. */
export interface FamilyPaper extends PaperTime {
  id: number
  subject: string
  /** What has become of it since the announcement. */
  change: PaperChange | null
  was: PaperTime | null
}

/** An announced exam as a student's family sees it. */
export interface FamilyExam {
  studentId: number
  id: number
  name: string
  instructions: string
  papers: FamilyPaper[]
}

type Rows<Query extends (...args: never[]) => { execute: () => Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Query>['execute']>
>

/** Puts the papers of students' sections into their exams, compared with those that were announced to the section. */
export function familyExams(exams: Rows<typeof announcedExams>, papers: Rows<typeof papersOfStudents>): FamilyExam[] {
  return exams.map(({ studentId, id, name, instructions, sectionId, classId, announced }) => {
    const own = papers.filter((paper) => paper.examId === id && paper.studentId === studentId)
    const before = (JSON.parse(announced) as PaperRow[]).filter((paper) => isOfSection(paper, { id: sectionId, classId }))
    const compared = comparePapers<PaperRow>(own, before)
    return {
      studentId,
      id,
      name,
      instructions,
      papers: compared.map(({ paper, change, was }) => ({
        id: paper.id,
        subject: paper.subject,
        day: paper.day,
        starts: paper.starts,
        ends: paper.ends,
        change,
        was,
      })),
    }
  })
}
