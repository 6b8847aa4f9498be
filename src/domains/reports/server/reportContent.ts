import type { ReportBlock, ReportFact } from '../report.model.ts'

/** What a type of report makes; the head that all have in common comes to it. */
export interface ReportContent {
  facts: ReportFact[]
  summary: string
  blocks: ReportBlock[]
  notes: string[]
}
