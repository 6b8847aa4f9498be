import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { DocumentJobType } from '#platform/documentJobs/documentJobs.graphql.ts'
import { reportCardsOrder } from '../reportCards.schema.ts'
import { orderReportCards } from './reportCards.commands.ts'

builder.mutationFields((t) => ({
  orderReportCards: commandField(t, orderReportCards, {
    type: DocumentJobType,
    description: 'Orders the report cards of sections as one PDF.',
    input: inputType('ReportCardsOrder', reportCardsOrder),
  }),
}))
