import '../domains/buses/server/buses.graphql.ts'
import '../domains/classes/server/classes.graphql.ts'
import '../domains/classes/server/subjects.graphql.ts'
import '../domains/dashboard/server/dashboard.graphql.ts'
import '../domains/expenses/server/expenses.graphql.ts'
import '../domains/fees/server/assignments.graphql.ts'
import '../domains/fees/server/feeCategories.graphql.ts'
import '../domains/fees/server/feeItems.graphql.ts'
import '../domains/fees/server/fees.graphql.ts'
import '../domains/fees/server/payments.graphql.ts'
import '../domains/schools/server/schools.graphql.ts'
import '../domains/students/server/students.graphql.ts'
import '../domains/users/server/users.graphql.ts'
import '../domains/users/server/viewer.graphql.ts'
import '../platform/files/files.graphql.ts'
import { builder } from '../platform/graphql/builder.ts'

/** The GraphQL schema of the whole product; a domain is part of it by being imported here. */
export const schema = builder.toSchema()
