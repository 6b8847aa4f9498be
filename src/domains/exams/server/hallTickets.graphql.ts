import { DocumentJobType } from '#platform/documentJobs/documentJobs.graphql.ts'
import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { hallTicketsOrder } from '../dateSheet.schema.ts'
import { orderHallTickets } from './hallTickets.commands.ts'

builder.mutationField('orderHallTickets', (t) =>
  commandField(t, orderHallTickets, { type: DocumentJobType, input: inputType('HallTicketsOrder', hallTicketsOrder) }),
)
