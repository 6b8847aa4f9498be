import { CasesOfStudent } from '#domains/attention/web/casesOfStudent.exports.tsx'
import { CertificatesOfStudent } from '#domains/certificates/web/certificatesOfStudent.exports.tsx'
import { DisciplineOfStudent } from '#domains/discipline/web/discipline.exports.tsx'
import { EarlierResults } from '#domains/exams/web/earlierResults.exports.tsx'
import { ResultsOfStudent } from '#domains/exams/web/resultsOfStudent.exports.tsx'
import { StudentFeeCategories } from '#domains/fees/web/feeCategories.exports.tsx'
import { ConcessionsOfStudent } from '#domains/fees/web/studentConcessions.exports.tsx'
import { StudentMessages } from '#domains/messaging/web/studentMessages.exports.tsx'
import { StudentPrivacy } from '#domains/privacy/web/studentPrivacy.exports.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { StudentFacts, TermsOfStudent } from '../StudentFacts.tsx'
import type { StudentOverview } from '../StudentScreen.tsx'
import { DocumentsOfStudent } from './DocumentsOfStudent.tsx'
import styles from './MoreOfStudent.module.css'

/** The parts of a student's page below what is in sight first. A part that the viewer may not see is not there. */
export default function MoreOfStudent({ overview }: { overview: StudentOverview }) {
  const { termId } = useActiveSchool()
  const { student, fees, feeCategories, discipline, messages, certificates, cases, exams, reportCards, earlierResults, privacy } =
    overview
  const { id, name, places } = student
  const place = places.find((enrolment) => enrolment.termId === termId)
  return (
    <>
      <div className={styles.sections}>
        {cases && <CasesOfStudent cases={cases} />}
        {feeCategories && <StudentFeeCategories studentId={id} studentName={name} categories={feeCategories} />}
        {fees && <ConcessionsOfStudent account={fees} />}
        {discipline && place && (
          <DisciplineOfStudent student={{ id, name, sectionId: place.sectionId }} discipline={discipline} />
        )}
        <ResultsOfStudent exams={exams} cards={reportCards} />
        {earlierResults && earlierResults.length > 0 && <EarlierResults results={earlierResults} studentName={name} />}
        {messages && <StudentMessages studentId={id} messages={messages} />}
        {certificates && <CertificatesOfStudent certificates={certificates} />}
        <DocumentsOfStudent student={student} concessions={fees?.concessions ?? []} />
      </div>
      {student.details ? <StudentFacts student={student} /> : <TermsOfStudent student={student} />}
      {privacy && (
        <div className={styles.sections}>
          <StudentPrivacy student={{ id, name }} privacy={privacy} />
        </div>
      )}
    </>
  )
}
