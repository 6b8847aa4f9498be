import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import type { StudentsQueryVariables } from './openingStudents.graphql.ts'

type View = StudentsQueryVariables['input']

/** The server's sort value of each column. */
const sorts: Readonly<Record<string, View['sort']>> = {
  roll: 'ROLL',
  name: 'NAME',
  section: 'SECTION',
  registerNo: 'REGISTER_NO',
  phone: 'PHONE',
}

/** Returns the input of the students query for a view of the list. */
export function studentListInput(query: TableQuery, termId: string): View {
  const { class: classId, section: sectionId, state } = query.filters
  return {
    termId,
    search: query.search,
    sort: (query.sort && sorts[query.sort]) || 'SECTION',
    descending: query.descending,
    page: query.page,
    pageSize: query.pageSize,
    ...(classId ? { classId } : {}),
    ...(sectionId ? { sectionId } : {}),
    ...(state ? { disabled: state === 'DISABLED' } : {}),
  }
}
