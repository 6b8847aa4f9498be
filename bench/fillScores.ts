import { readyScheme } from '#domains/exams/readySchemes.ts'
import type { Scheme } from '#domains/exams/scheme.schema.ts'
import { asOwner } from '#tests/asOwner.ts'

/** How the classes are assessed: each subject in each part by as many components of 20 marks. */
export interface ExamSize {
  subjects: number
  components: number
}

export const parts = ['Term 1', 'Term 2'] as const

export function componentName(index: number): string {
  return `Component ${index + 1}`
}

function benchScheme({ components }: ExamSize): Scheme {
  const ready = readyScheme('cbse-6-8')
  const outOf = 10_000 / components
  return {
    ...ready,
    name: 'Bench scheme',
    patterns: [
      {
        name: 'Scholastic',
        scale: 'Eight grades',
        outOf: Math.floor(outOf) * components,
        components: Array.from({ length: components }, (_, index) => ({
          name: componentName(index),
          parts: [...parts],
          highestMarks: [2000],
          best: 1,
          outOf: Math.floor(outOf),
          pass: null,
        })),
      },
    ],
  }
}

/** Assesses every class of every school, and enters all scores of the first part with their history. */
export async function fillScores(ownerUrl: string, size: ExamSize): Promise<void> {
  const by = `'00000000-0000-0000-0000-000000000001', 'Head'`
  const place = `select e.school_id, a.id as subject_id, '${parts[0]}' as part, 'Component ' || c as component, 1 as test, e.student_id,
      e.term_id, case when (e.student_id * 7 + a.id * 13 + c) % 50 > 0 then (e.student_id * 31 + a.id * 17 + c * 101) % 2001 end as marks,
      case when (e.student_id * 7 + a.id * 13 + c) % 50 = 0 then 'AB' end as code
    from enrolments e join sections s on s.school_id = e.school_id and s.id = e.section_id
    join assessed_subjects a on a.school_id = s.school_id and a.class_id = s.class_id
    cross join generate_series(1, ${size.components}) c
    order by e.section_id, a.id, c, e.roll_sort`
  const statements = [
    `insert into assessment_schemes (school_id, id, first_id, name, content, copied_from, changed_by, changed_by_name)
      select id, 100000 + id, 100000 + id, 'Bench scheme', $scheme$${JSON.stringify(benchScheme(size))}$scheme$, 'cbse-6-8', ${by}
      from schools where id > 0`,
    `insert into class_assessments (school_id, class_id, term_id, scheme_id, scheme_class, version, changed_by, changed_by_name)
      select school_id, id, term_id, 100000 + school_id, '7', 1, ${by} from classes`,
    `insert into assessed_subjects (school_id, class_id, sr, name, kind, pattern)
      select school_id, id, n, 'Subject ' || n, 'COUNTED', 'Scholastic' from classes, generate_series(1, ${size.subjects}) n`,
    `insert into scores (school_id, assessed_subject_id, part, component, test, student_id, term_id, marks, code, changed_by, changed_by_name)
      select school_id, subject_id, part, component, test, student_id, term_id, marks, code, ${by} from (${place}) p`,
    `insert into score_changes (school_id, assessed_subject_id, part, component, test, student_id, marks, code, changed_by, changed_by_name)
      select school_id, assessed_subject_id, part, component, test, student_id, marks, code, changed_by, changed_by_name from scores`,
    'vacuum analyze',
  ]
  for (const statement of statements) await asOwner(ownerUrl, statement)
}
