import type { ReportBlock, ReportFact } from '../report.model.ts'

/** The content of a report of one type. `makeReport` adds the parts that all types share. */
export interface ReportContent {
  facts: ReportFact[]
  summary: string
  blocks: ReportBlock[]
  notes: string[]
}
