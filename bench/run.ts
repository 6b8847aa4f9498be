/**
 * `npm run bench -- WORKLOAD [OPTIONS]`: measures one workload and prints a line for each part. Fails when a time limit
 * is exceeded.
 */
import '#platform/pdf/reactForPaper.ts'
import { attention } from './attention.ts'
import { certificates } from './certificates.ts'
import { child } from './child.ts'
import { exams } from './exams.ts'
import { family } from './family.ts'
import { fees } from './fees.ts'
import { growth } from './growth.ts'
import { idCards } from './idCards.ts'
import { legacy } from './legacy.ts'
import { live } from './live.ts'
import { parsing } from './parsing.ts'
import { promotion } from './promotion.ts'
import { reportCards } from './reportCards.ts'
import { reports } from './reports.ts'
import { school } from './school.ts'
import { students } from './students.ts'
import { today } from './today.ts'

const workloads: Readonly<Record<string, () => Promise<void>>> = {
  attention,
  certificates,
  child,
  exams,
  family,
  fees,
  growth,
  idCards,
  legacy,
  live,
  parsing,
  promotion,
  reportCards,
  reports,
  school,
  students,
  today,
}
const name = process.argv[2] ?? ''
const workload = workloads[name]
if (!workload) {
  process.stderr.write(`Say which workload: npm run bench -- ${Object.keys(workloads).join(' | ')}\n`)
  process.exit(1)
}
await workload()
